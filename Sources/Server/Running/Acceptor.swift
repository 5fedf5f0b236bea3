// Acceptor: accepts connections, distributes them among the loops, and shuts the server down on a signal.

internal import EventLoop
private import Glibc

/// Accepts connections on the first loop. Each connection goes to the loop with the fewest connections. Loop thread only.
final class Acceptor {
    /// A loop that serves connections.
    struct Peer: Sendable {
        let mailbox: Mailbox<LoopMessage>.Sender
        let load: LoopLoad
    }

    private enum Phase {
        case serving
        /// Running requests are finished until the deadline, in milliseconds of the loop's clock.
        case draining(deadline: UInt64)
        case ended
    }

    private let application: Application
    private let loop: Loop
    private var peers: [Peer]
    private var phase = Phase.serving
    private var listener: Listener! = nil
    private var signals: [SignalWatcher] = []
    private var mailbox: Mailbox<Peer>! = nil
    private var drainTimer: EventLoop.Timer?

    /// Connections over the limit that are answered with 503. Further ones are closed without an answer.
    private static let refusedConnections = 256

    /// Starts listening.
    /// - Parameter own: the peer that runs on the same loop.
    /// - Throws: when the address cannot be listened on.
    init(_ application: Application, on loop: Loop, own: Peer) throws(UVError) {
        self.application = application
        self.loop = loop
        peers = [own]
        let configuration = application.configuration
        listener = try Listener(on: loop, host: configuration.host, port: configuration.port) { [unowned self] in accept($0) }
        mailbox = try Mailbox(on: loop) { [unowned self] in add($0) }
        for signal in [SIGTERM, SIGINT] {
            signals.append(try SignalWatcher(on: loop, signal: signal) { [unowned self] in stop() })
        }
    }

    /// The port of the listening socket.
    var port: UInt16 { listener.port }

    /// Receives the peers of other threads when they are ready. Any thread.
    var newPeers: Mailbox<Peer>.Sender { mailbox.sender }

    private func add(_ peer: Peer) {
        peers.append(peer)
        if case .draining = phase { peer.mailbox.send(.drain) }
    }

    private func accept(_ descriptor: Int32) {
        var total = 0
        var choice = peers[0]
        var fewest = Int.max
        for peer in peers {
            let count = peer.load.connectionCount
            total += count
            if count < fewest {
                fewest = count
                choice = peer
            }
        }
        let limit = application.configuration.maxConnections
        guard total < limit + Acceptor.refusedConnections else { return closeDescriptor(descriptor) }
        choice.load.connectionWillOpen()
        if !choice.mailbox.send(.adopt(descriptor: descriptor, isOverLimit: total >= limit)) {
            choice.load.connectionDidClose()
            closeDescriptor(descriptor)
        }
    }

    /// The first signal lets running requests finish. The second one closes all connections.
    private func stop() {
        switch phase {
        case .serving:
            let milliseconds = UInt64(application.configuration.shutdownTimeout) * 1_000
            phase = .draining(deadline: loop.now + milliseconds)
            application.startDraining()
            listener.close()
            for peer in peers { peer.mailbox.send(.drain) }
            drainTimer = try? Timer(on: loop, every: 20) { [unowned self] in endIfDrained() }
            if drainTimer == nil { end() }
        case .draining:
            end()
        case .ended:
            break
        }
    }

    private func endIfDrained() {
        guard case .draining(let deadline) = phase else { return }
        let isDrained = peers.allSatisfy { $0.load.connectionCount == 0 }
        if isDrained || loop.now >= deadline { end() }
    }

    private func end() {
        phase = .ended
        for peer in peers { peer.mailbox.send(.stop) }
        drainTimer?.close()
        for signal in signals { signal.close() }
        mailbox.close()
    }
}

@available(*, unavailable)
extension Acceptor: Sendable {}

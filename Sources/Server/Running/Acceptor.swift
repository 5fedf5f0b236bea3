// Accepts connections and deals them out, and brings the server to its end when it is told to stop.

internal import EventLoop
private import Glibc

/// Lives on the first loop. Each connection goes to the loop with the fewest.
final class Acceptor {
    /// A loop that takes connections.
    struct Peer: Sendable {
        let mailbox: Mailbox<LoopMessage>.Sender
        let load: LoopLoad
    }

    private enum Phase {
        case serving
        /// Until the deadline, in milliseconds of the loop's clock.
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

    init(_ application: Application, on loop: Loop, own: Peer) throws(UVError) {
        self.application = application
        self.loop = loop
        peers = [own]
        let configuration = application.configuration
        listener = try Listener(on: loop, host: configuration.host, port: configuration.port) { [unowned self] in deal($0) }
        mailbox = try Mailbox(on: loop) { [unowned self] in join($0) }
        for signal in [SIGTERM, SIGINT] {
            signals.append(try SignalWatcher(on: loop, signal: signal) { [unowned self] in stop() })
        }
    }

    var port: UInt16 { listener.port }

    /// Where loops on other threads report that they are up.
    var newcomers: Mailbox<Peer>.Sender { mailbox.sender }

    private func join(_ peer: Peer) {
        peers.append(peer)
        if case .draining = phase { peer.mailbox.send(.drain) }
    }

    private func deal(_ descriptor: Int32) {
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
        // Those over the limit are told so; a flood of them is not even given that.
        guard total < limit + 256 else { return closeDescriptor(descriptor) }
        choice.load.connectionWillBeDealt()
        if !choice.mailbox.send(.adopt(descriptor: descriptor, isOverLimit: total >= limit)) {
            choice.load.connectionDidClose()
            closeDescriptor(descriptor)
        }
    }

    /// The first signal lets running requests finish; a second one does not.
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

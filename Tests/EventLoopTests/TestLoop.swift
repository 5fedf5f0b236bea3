// A loop on its own thread with a listening socket.

import EventLoop
import Glibc
import TestSupport

/// Listens on a free port. Each accepted connection becomes a stream with a delegate that the test creates.
final class TestLoop: Sendable {
    typealias Body = @Sendable (TestLoop.Server) -> Void

    private let thread: LoopThread
    private let ready = Shared<(port: UInt16, sender: Mailbox<Body>.Sender)?>(nil)

    /// Starts the loop.
    /// - Parameter accept: called on the loop's thread with a new stream. Returns its delegate, which is kept until the end.
    init(_ accept: @escaping @Sendable (EventLoop.Stream) -> any StreamDelegate) throws {
        signal(SIGPIPE, SIG_IGN)
        thread = try LoopThread { [ready] loop in
            guard let server = try? Server(loop, accept) else { return }
            ready.update { $0 = (server.listener.port, server.mailbox.sender) }
            loop.run()
            withExtendedLifetime(server) {}
        }
        guard ready.wait(until: { $0 != nil }) else { fatalError("the loop did not start") }
    }

    var port: UInt16 { ready.value!.port }

    /// Runs a closure on the loop's thread.
    func run(_ body: @escaping Body) { _ = ready.value!.sender.send(body) }

    /// Waits until a closure has run on the loop's thread.
    func waitForRoundTrip() {
        let isDone = Shared(false)
        run { _ in isDone.update { $0 = true } }
        isDone.wait { $0 }
    }

    /// Closes everything and waits for the end of the thread.
    func stop() {
        run { $0.close() }
        thread.join()
    }

    /// The objects on the loop's thread.
    final class Server {
        let loop: Loop
        private(set) var listener: Listener! = nil
        private(set) var mailbox: Mailbox<Body>! = nil
        private(set) var streams: [EventLoop.Stream] = []
        private var delegates: [any StreamDelegate] = []

        init(_ loop: Loop, _ accept: @escaping (EventLoop.Stream) -> any StreamDelegate) throws {
            self.loop = loop
            listener = try Listener(on: loop, host: "127.0.0.1", port: 0) { [unowned self] in adopt($0, accept) }
            mailbox = try Mailbox(on: loop) { [unowned self] in $0(self) }
        }

        func adopt(_ descriptor: Int32, _ accept: (EventLoop.Stream) -> any StreamDelegate) {
            guard let stream = try? EventLoop.Stream(on: loop, descriptor: descriptor) else { return }
            let delegate = accept(stream)
            stream.delegate = delegate
            streams.append(stream)
            delegates.append(delegate)
            stream.startReading()
        }

        func close() {
            for stream in streams { stream.close() }
            listener.close()
            mailbox.close()
        }
    }
}

/// A delegate with closures.
final class Delegate: StreamDelegate {
    var didRead: (EventLoop.Stream, [UInt8]) -> Void = { _, _ in }
    var didEnd: (EventLoop.Stream, _ isBroken: Bool) -> Void = { _, _ in }
    var didDrain: (EventLoop.Stream) -> Void = { _ in }

    func stream(_ stream: EventLoop.Stream, didRead bytes: Span<UInt8>) {
        didRead(stream, bytes.indices.map { bytes[$0] })
    }
    func streamDidEnd(_ stream: EventLoop.Stream, isBroken: Bool) { didEnd(stream, isBroken) }
    func streamDidDrain(_ stream: EventLoop.Stream) { didDrain(stream) }
}

extension EventLoop.Stream {
    @discardableResult func write(_ bytes: [UInt8]) -> Bool { write(bytes.span, [UInt8]().span) }
}

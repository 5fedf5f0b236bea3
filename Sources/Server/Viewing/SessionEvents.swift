// SessionEvents: where the leader of a session looks, told to one who follows.

internal import Geometry
internal import HTTP
internal import Library
internal import Protocols
private import Synchronization
internal import System

/// The viewports of a session's leader for one follower, as the body of an answer. Any thread.
final class SessionEvents: EventSource {
    private enum State {
        case new
        case listening(Int)
        case over
    }

    private let session: ViewingSession
    private let share: Quota.Share
    private let state = Mutex(State.new)

    /// Milliseconds after which a client whose connection broke connects again.
    private static let retry = 1_000

    /// - Parameter share: returned to its quota when this object is deallocated.
    init(_ session: ViewingSession, share: Quota.Share) {
        self.session = session
        self.share = share
    }

    deinit { cancel() }

    func begin(_ reply: Reply) {
        let retry = SessionEvents.retry
        let number = session.listen(now: MonotonicClock.milliseconds) { shared in
            guard let shared else { return reply.send(piece: .bytes([], isLast: true)) }
            reply.send(piece: .bytes(ServerSentEvent("viewport", data: shared.json(), retry: retry).bytes, isLast: false))
        }
        state.withLock { $0 = .listening(number) }
    }

    func cancel() {
        let number: Int? = state.withLock { state in
            defer { state = .over }
            if case .listening(let number) = state { return number }
            return nil
        }
        if let number { session.leave(number, now: MonotonicClock.milliseconds) }
    }
}

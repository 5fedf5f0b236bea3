// BuildEvents: the events of the build of an image's pyramid, as the body of an answer.

internal import Building
internal import HTTP
internal import Library
internal import Protocols
private import Synchronization
internal import Tiles
private import Workers

/// Sends the progress of a build. The stream ends with the build, and at once when nothing is being built.
final class BuildEvents: EventSource {
    private enum State {
        case new
        case subscribed(Subscription)
        case cancelled
    }

    private let record: ImageRecord
    private let service: TileService
    private let share: Quota.Share
    private let state = Mutex(State.new)

    /// Milliseconds after which a client reconnects when no build has begun yet.
    private static let shortRetry = 2_000
    /// Milliseconds after which a client reconnects when nothing will change.
    private static let longRetry = 60_000

    /// - Parameter share: released when the stream is deallocated.
    init(of record: ImageRecord, service: TileService, share: Quota.Share) {
        self.record = record
        self.service = service
        self.share = share
    }

    deinit { cancel() }

    func begin(_ reply: Reply) {
        // Looking for the pyramid may read the disk.
        let job = service.workers.submit(.wanted) { [self] in subscribe(reply) }
        if job == nil { reply.send(piece: .broken) }
    }

    func cancel() {
        let subscription: Subscription? = state.withLock { state in
            defer { state = .cancelled }
            if case .subscribed(let subscription) = state { return subscription }
            return nil
        }
        subscription?.cancel()
    }

    private func subscribe(_ reply: Reply) {
        guard !record.isNative else { return reply.send(piece: BuildEvents.piece(.native)) }
        let subscription = service.listen(to: record) { event in reply.send(piece: BuildEvents.piece(PyramidStatus(event))) }
        let isCancelled = state.withLock { state in
            if case .cancelled = state { return true }
            state = .subscribed(subscription)
            return false
        }
        if isCancelled { subscription.cancel() }
    }

    /// The event for a status. Every status except `building` ends the stream.
    static func piece(_ status: PyramidStatus) -> BodyPiece {
        let data = status.json()
        switch status {
        case .building: return .bytes(ServerSentEvent("progress", data: data).bytes, isLast: false)
        case .none: return .bytes(ServerSentEvent("progress", data: data, retry: shortRetry).bytes, isLast: true)
        case .native, .ready: return .bytes(ServerSentEvent("ready", data: data, retry: longRetry).bytes, isLast: true)
        case .failed: return .bytes(ServerSentEvent("failed", data: data, retry: longRetry).bytes, isLast: true)
        }
    }
}

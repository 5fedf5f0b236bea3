// BuildEvents: what becomes of an image's pyramid, told as it happens.

internal import Building
internal import HTTP
internal import Library
internal import Protocols
private import Synchronization
internal import Tiles
private import Workers

/// A listener to a build, as the body of an answer. It ends with the build; where nothing is being built, at once.
final class BuildEvents: EventSource {
    private enum State {
        case new
        case listening(Subscription)
        case over
    }

    private let record: ImageRecord
    private let service: TileService
    private let share: Quota.Share
    private let state = Mutex(State.new)

    /// Milliseconds after which a client comes again to hear whether a build has begun.
    private static let soon = 2_000
    /// The same where nothing is going to happen.
    private static let late = 60_000

    /// - Parameter share: given back when the stream is no longer held.
    init(of record: ImageRecord, service: TileService, share: Quota.Share) {
        self.record = record
        self.service = service
        self.share = share
    }

    deinit { cancel() }

    /// Begins to tell a connection, whose head has been sent.
    func begin(_ reply: Reply) {
        // Looking for the pyramid may touch the disk.
        let job = service.workers.submit(.wanted) { [self] in listen(reply) }
        if job == nil { reply.send(piece: .broken) }
    }

    /// Listens no longer. Any number of times.
    func cancel() {
        let subscription: Subscription? = state.withLock { state in
            defer { state = .over }
            if case .listening(let subscription) = state { return subscription }
            return nil
        }
        subscription?.cancel()
    }

    private func listen(_ reply: Reply) {
        guard !record.isNative else { return reply.send(piece: BuildEvents.piece(.native)) }
        let subscription = service.listen(to: record) { event in reply.send(piece: BuildEvents.piece(PyramidStatus(event))) }
        let isOver = state.withLock { state in
            if case .over = state { return true }
            state = .listening(subscription)
            return false
        }
        if isOver { subscription.cancel() }
    }

    /// The event that tells a status. Whatever is no progress ends the stream.
    static func piece(_ status: PyramidStatus) -> BodyPiece {
        let data = status.json()
        switch status {
        case .building: return .bytes(ServerSentEvent("progress", data: data).bytes, isLast: false)
        case .none: return .bytes(ServerSentEvent("progress", data: data, retry: soon).bytes, isLast: true)
        case .native, .ready: return .bytes(ServerSentEvent("ready", data: data, retry: late).bytes, isLast: true)
        case .failed: return .bytes(ServerSentEvent("failed", data: data, retry: late).bytes, isLast: true)
        }
    }
}

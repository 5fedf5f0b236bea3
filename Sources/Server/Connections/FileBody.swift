// FileBody: a range of a file as the body of an answer.

private import Synchronization
internal import Workers

/// Reads a range of a file piece by piece, on workers. At most one piece is in memory.
final class FileBody: Sendable {
    /// Reads exactly these bytes of the file; returns nil when they cannot be read. Called on worker threads.
    typealias Read = @Sendable (Range<Int>) -> [UInt8]?

    private let end: Int
    private let next: Atomic<Int>
    private let read: Read
    private let workers: WorkerPool
    private let share: Quota.Share

    /// The most bytes of one piece.
    static let pieceCount = 256 << 10

    /// - Parameter share: released when the body is deallocated.
    init(_ range: Range<Int>, workers: WorkerPool, share: Quota.Share, read: @escaping Read) {
        end = range.upperBound
        next = Atomic(range.lowerBound)
        self.workers = workers
        self.share = share
        self.read = read
    }

    /// Starts reading the next piece, which is sent to a connection. Call again only after that piece has arrived. Loop thread.
    /// - Returns: false when the queue of the workers is full; call again later.
    func sendNext(to reply: Reply) -> Bool {
        let start = next.load(ordering: .relaxed)
        let stop = min(end, start + FileBody.pieceCount)
        let job = workers.submit(.wanted) { [self] in
            guard let bytes = read(start..<stop) else { return reply.send(piece: .broken) }
            reply.send(piece: .bytes(bytes, isLast: stop == end))
        }
        guard job != nil else { return false }
        next.store(stop, ordering: .relaxed)
        return true
    }
}

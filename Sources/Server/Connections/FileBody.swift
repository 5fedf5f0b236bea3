// FileBody: a range of a file as the body of an answer.

private import Synchronization
internal import Workers

/// Reads a range of a file piece by piece, on workers. Memory is one piece, whatever the length.
final class FileBody: Sendable {
    /// Reads exactly these bytes of the file. Worker threads.
    typealias Read = @Sendable (Range<Int>) -> [UInt8]?

    private let end: Int
    private let next: Atomic<Int>
    private let read: Read
    private let workers: WorkerPool
    private let share: Quota.Share

    /// Bytes read at a time.
    static let pieceCount = 256 << 10

    /// - Parameter share: given back when the body is no longer held.
    init(_ range: Range<Int>, workers: WorkerPool, share: Quota.Share, read: @escaping Read) {
        end = range.upperBound
        next = Atomic(range.lowerBound)
        self.workers = workers
        self.share = share
        self.read = read
    }

    /// Has the next piece read and sent to a connection. Not to be called again before that has come.
    /// - Returns: false where too much is waiting already: to be called again a little later.
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

// MemorySource: bytes in memory as a source without a descriptor and without a path.
import Imaging
import Synchronization

/// Counts its reads, and fails, ends early or becomes another one when a test says so.
final class MemorySource: ByteSource {
    private struct State {
        var bytes: [UInt8]
        var reads = 0
        var failingRead: Int?
        var isChanged = false
    }

    let identity: SourceIdentity
    let seekCost = SeekCost.roundTrip
    let descriptor: Int32? = nil
    let path: String? = nil
    private let state: Mutex<State>

    static let failure = ReadError(reason: "the other machine does not answer")

    /// - Parameter failingRead: the read that fails, from 0.
    init(_ bytes: [UInt8], failingRead: Int? = nil) {
        identity = SourceIdentity(size: bytes.count, modified: 1_000_000_000, revision: .tag("first"))
        state = Mutex(State(bytes: bytes, failingRead: failingRead))
    }

    var reads: Int { state.withLock { $0.reads } }

    /// True when the failing read has come.
    var hasFailed: Bool { state.withLock { state in state.failingRead.map { state.reads > $0 } ?? false } }

    /// From now on the source is in another state, of which it has so many bytes.
    func change(cutTo count: Int = .max) {
        state.withLock {
            $0.isChanged = true
            $0.bytes = Array($0.bytes.prefix(count))
        }
    }

    var isUnchanged: Bool { state.withLock { !$0.isChanged } }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
        let piece = state.withLock { state -> ArraySlice<UInt8>? in
            defer { state.reads += 1 }
            if state.reads == state.failingRead { return nil }
            return state.bytes.dropFirst(offset).prefix(buffer.count)
        }
        guard let piece else { throw MemorySource.failure }
        buffer.copyBytes(from: piece)
        return piece.count
    }
}

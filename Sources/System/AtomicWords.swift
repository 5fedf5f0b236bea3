// AtomicWords: an array of 32-bit numbers that threads read and write without a lock.

private import Synchronization

/// A fixed number of 32-bit words. Any thread may read and write any word at any time.
@safe public final class AtomicWords: @unchecked Sendable {
    // Unchecked: the buffer is allocated once, and its elements are atomics.
    private let words: UnsafeMutableBufferPointer<Atomic<UInt32>>

    /// Allocates words with the value 0.
    public init(count: Int) {
        unsafe words = .allocate(capacity: count)
        for index in 0..<count { unsafe words.initializeElement(at: index, to: Atomic(0)) }
    }

    deinit {
        unsafe words.deinitialize()
        unsafe words.deallocate()
    }

    /// The word at an index, within 0..<count. Reads acquire and writes release: a thread that reads a word also sees everything that the
    /// writing thread wrote before it.
    public subscript(index: Int) -> UInt32 {
        get {
            precondition(unsafe words.indices.contains(index), "the index is beyond the last word")
            return unsafe words[index].load(ordering: .acquiring)
        }
        set {
            precondition(unsafe words.indices.contains(index), "the index is beyond the last word")
            unsafe words[index].store(newValue, ordering: .releasing)
        }
    }
}

// AtomicWords: an array of 32-bit numbers that threads read and write without a lock.

private import Synchronization

/// A fixed number of 32-bit words, all 0 at first. Any thread may read and write any word at any time.
@safe public final class AtomicWords: @unchecked Sendable {
    // Unchecked: the buffer is allocated once, and its elements are atomics.
    private let words: UnsafeMutableBufferPointer<Atomic<UInt32>>

    /// Allocates `count` words.
    public init(count: Int) {
        unsafe words = .allocate(capacity: count)
        for index in 0..<count { unsafe words.initializeElement(at: index, to: Atomic(0)) }
    }

    deinit {
        unsafe words.deinitialize()
        unsafe words.deallocate()
    }

    /// The word at an index below the count. A read sees all that another thread wrote before it wrote the word.
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

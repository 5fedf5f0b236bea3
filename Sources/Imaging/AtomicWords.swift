// AtomicWords: what is found out about each of many things, by whoever comes first.
private import Synchronization

/// So many numbers, each of which any thread may read and write at any time. All are 0 at first.
@safe public final class AtomicWords: @unchecked Sendable {
    private let words: UnsafeMutableBufferPointer<Atomic<UInt32>>

    public init(count: Int) {
        unsafe words = .allocate(capacity: count)
        for index in 0..<count { unsafe words.initializeElement(at: index, to: Atomic(0)) }
    }

    deinit {
        unsafe words.deinitialize()
        unsafe words.deallocate()
    }

    /// The index must be below the count.
    public subscript(index: Int) -> UInt32 {
        get {
            precondition(unsafe words.indices.contains(index), "there are fewer words")
            return unsafe words[index].load(ordering: .acquiring)
        }
        set {
            precondition(unsafe words.indices.contains(index), "there are fewer words")
            unsafe words[index].store(newValue, ordering: .releasing)
        }
    }
}

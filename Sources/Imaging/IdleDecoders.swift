// IdleDecoders: the decoders of all open files that no caller uses at the moment.
private import Synchronization

/// Keeps a limited number of decoders with a limited amount of memory; drops the one that has been idle longest first. Each keeps its
/// source open, and the pixels that it has decoded last. Any thread.
public final class IdleDecoders: Sendable {
    private struct Entry {
        /// Larger numbers came later.
        let number: Int
        let decoder: ImageHandle
        let byteCount: Int
    }

    private struct State {
        /// By pool, the longest idle first.
        var entries: [ObjectIdentifier: [Entry]] = [:]
        /// All entries in the order in which they came, from `head` on; some of them are in use again.
        var order: [(pool: ObjectIdentifier, number: Int)] = []
        var head = 0
        var count = 0
        var byteCount = 0
        private var nextNumber = 0

        mutating func add(_ decoder: ImageHandle, _ pool: ObjectIdentifier, byteCount: Int) {
            entries[pool, default: []].append(Entry(number: nextNumber, decoder: decoder, byteCount: byteCount))
            order.append((pool, nextNumber))
            nextNumber += 1
            count += 1
            self.byteCount += byteCount
        }

        mutating func removeLast(_ pool: ObjectIdentifier) -> ImageHandle? {
            guard let entry = entries[pool]?.popLast() else { return nil }
            return removed(entry, pool)
        }

        /// Removes the decoder that has been idle longest.
        mutating func removeOldest() -> ImageHandle? {
            while head < order.count {
                let (pool, number) = order[head]
                head += 1
                guard let entry = entries[pool]?.first, entry.number == number else { continue }
                entries[pool]?.removeFirst()
                return removed(entry, pool)
            }
            return nil
        }

        private mutating func removed(_ entry: Entry, _ pool: ObjectIdentifier) -> ImageHandle {
            if entries[pool]?.isEmpty == true { entries[pool] = nil }
            count -= 1
            byteCount -= entry.byteCount
            return entry.decoder
        }

        /// Removes entries that are in use again from `order` when they outnumber the others.
        mutating func compact() {
            guard order.count > 64, order.count > 4 * count else { return }
            order = order[head...].filter { item in entries[item.pool]?.contains { $0.number == item.number } == true }
            head = 0
        }
    }

    private let capacity: Int
    private let byteCapacity: Int
    private let state = Mutex(State())

    /// Decoders of one pool at most: few levels have more callers at once.
    private static let maximumOfPool = 4

    /// - Parameters:
    ///   - capacity: decoders at most.
    ///   - byteCapacity: the memory of all decoders together, in bytes; a single decoder may have more.
    public init(capacity: Int, byteCapacity: Int) {
        self.capacity = capacity
        self.byteCapacity = byteCapacity
    }

    /// The number of idle decoders.
    public var count: Int { state.withLock { $0.count } }

    func take(_ pool: ObjectIdentifier) -> ImageHandle? { state.withLock { $0.removeLast(pool) } }

    /// Bytes that one decoder is counted for at most; without that limit, a decoder of a very wide level would replace all others.
    var share: Int { byteCapacity / 16 }

    func keep(_ decoder: ImageHandle, _ pool: ObjectIdentifier, byteCount: Int) {
        // Decoders are closed outside the lock.
        let given = state.withLock { state -> [ImageHandle] in
            guard state.entries[pool]?.count ?? 0 < Self.maximumOfPool else { return [] }
            var given: [ImageHandle] = []
            while state.count >= capacity || state.byteCount + byteCount > byteCapacity, let oldest = state.removeOldest() {
                given.append(oldest)
            }
            state.add(decoder, pool, byteCount: byteCount)
            state.compact()
            return given
        }
        withExtendedLifetime(given) {}
    }

    /// Drops the decoders of a pool that has ended.
    func forget(_ pool: ObjectIdentifier) {
        let given = state.withLock { state -> [ImageHandle] in
            var given: [ImageHandle] = []
            while let decoder = state.removeLast(pool) { given.append(decoder) }
            return given
        }
        withExtendedLifetime(given) {}
    }
}

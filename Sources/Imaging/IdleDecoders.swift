// IdleDecoders: the decoders of all open files that nobody uses at the moment.
private import Synchronization

/// Keeps so many decoders, and with so many bytes of memory, at most; the one that has waited longest is given up first. Each holds a
/// descriptor, and what it has decoded lately. Any thread.
public final class IdleDecoders: Sendable {
    private struct Entry {
        /// Larger is later.
        let number: Int
        let decoder: ImageHandle
        let byteCount: Int
    }

    private struct State {
        /// By the pool that they belong to, the longest idle first.
        var entries: [ObjectIdentifier: [Entry]] = [:]
        /// All that came, in order, from `head` on; some are in use again.
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

        /// The longest idle of all.
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

        /// Forgets what is in use again where that has come to outnumber the rest.
        mutating func compact() {
            guard order.count > 64, order.count > 4 * count else { return }
            order = order[head...].filter { item in entries[item.pool]?.contains { $0.number == item.number } == true }
            head = 0
        }
    }

    private let capacity: Int
    private let byteCapacity: Int
    private let state = Mutex(State())

    /// Of one pool. More would be for more users at once than a level mostly has.
    private static let maximumOfPool = 4

    /// - Parameters:
    ///   - capacity: decoders at most.
    ///   - byteCapacity: bytes that they may have together; a single one may have more.
    public init(capacity: Int, byteCapacity: Int) {
        self.capacity = capacity
        self.byteCapacity = byteCapacity
    }

    /// How many wait.
    public var count: Int { state.withLock { $0.count } }

    func take(_ pool: ObjectIdentifier) -> ImageHandle? { state.withLock { $0.removeLast(pool) } }

    /// Bytes that a decoder should be counted for at most: one of a very wide level would send all others away.
    var share: Int { byteCapacity / 16 }

    func keep(_ decoder: ImageHandle, _ pool: ObjectIdentifier, byteCount: Int) {
        // Closed outside the lock.
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

    /// Gives up those of a pool that is no more.
    func forget(_ pool: ObjectIdentifier) {
        let given = state.withLock { state -> [ImageHandle] in
            var given: [ImageHandle] = []
            while let decoder = state.removeLast(pool) { given.append(decoder) }
            return given
        }
        withExtendedLifetime(given) {}
    }
}

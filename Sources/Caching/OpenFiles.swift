// OpenFiles: values that belong to open files, least recently used first out.

public import Library

/// Values by version, within a number of values and a number of bytes. Each call takes constant time. Not safe for threads: the caller locks
/// it.
public struct OpenFiles<Value> {
    private struct Entry {
        let version: ImageVersion
        var value: Value
        let byteCount: Int
        /// The places of the entries used before and after it; -1 where there is none.
        var previous: Int
        var next: Int
    }

    private let capacity: Int
    private let byteCapacity: Int
    private var places: [ImageVersion: Int] = [:]
    private var entries: [Entry?] = []
    private var freePlaces: [Int] = []
    private var oldest = -1
    private var newest = -1
    private(set) var byteCount = 0

    /// - Parameters:
    ///   - capacity: values at most.
    ///   - byteCapacity: bytes of all values at most; a single value may have more.
    public init(capacity: Int, byteCapacity: Int) {
        self.capacity = capacity
        self.byteCapacity = byteCapacity
    }

    /// The value of a version. Marks it as used now.
    public mutating func use(_ version: ImageVersion) -> Value? {
        guard let place = places[version] else { return nil }
        if place != newest {
            unlink(place)
            link(place)
        }
        return entries[place]?.value
    }

    /// Replaces the value of a version, if it has one.
    mutating func update(_ version: ImageVersion, _ value: Value) {
        if let place = places[version] { entries[place]?.value = value }
    }

    /// Inserts a value for a version that has none, and marks it as used now.
    /// - Returns: the evicted values, to be released outside the lock.
    public mutating func insert(_ value: Value, _ version: ImageVersion, byteCount: Int) -> [Value] {
        precondition(places[version] == nil, "there is a value already")
        var evicted: [Value] = []
        while oldest >= 0, entries.count - freePlaces.count >= capacity || self.byteCount + byteCount > byteCapacity,
            let version = entries[oldest]?.version, let value = remove(version)
        {
            evicted.append(value)
        }
        let entry = Entry(version: version, value: value, byteCount: byteCount, previous: -1, next: -1)
        let place = freePlaces.popLast() ?? entries.count
        if place == entries.count { entries.append(entry) } else { entries[place] = entry }
        places[version] = place
        self.byteCount += byteCount
        link(place)
        return evicted
    }

    /// Removes the value of a version.
    public mutating func remove(_ version: ImageVersion) -> Value? {
        guard let place = places.removeValue(forKey: version), let entry = entries[place] else { return nil }
        unlink(place)
        entries[place] = nil
        freePlaces.append(place)
        byteCount -= entry.byteCount
        return entry.value
    }

    private mutating func link(_ place: Int) {
        entries[place]?.previous = newest
        entries[place]?.next = -1
        if newest >= 0 { entries[newest]?.next = place } else { oldest = place }
        newest = place
    }

    private mutating func unlink(_ place: Int) {
        guard let entry = entries[place] else { return }
        if entry.previous >= 0 { entries[entry.previous]?.next = entry.next } else { oldest = entry.next }
        if entry.next >= 0 { entries[entry.next]?.previous = entry.previous } else { newest = entry.previous }
    }
}

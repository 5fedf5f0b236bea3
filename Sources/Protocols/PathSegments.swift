// PathSegments: the segments of a raw path. The path is split before it is decoded, so that "%2F" does not separate segments.

/// The segments of a path between "/", as ranges of its bytes. "/tiles/a" has two, "/tiles/" has two of which the second is empty, and "/"
/// has one that is empty. Allocates nothing.
public struct PathSegments: Sendable {
    /// The most segments of a path. No protocol has longer paths.
    public static let capacity = 16

    /// The number of segments, at least 1.
    public let count: Int

    private let ranges: InlineArray<16, Range<Int>>

    /// Splits a path without its query.
    /// - Returns: nil when it does not begin with "/" or has more than `capacity` segments.
    public init?(_ path: Span<UInt8>) {
        guard path.count > 0, path[0] == UInt8(ascii: "/") else { return nil }
        // Filled as a local variable and stored at the end. Filled in place, the optimiser of Swift 6.3.1 can lose the count of a failable
        // initialiser.
        var ranges = InlineArray<16, Range<Int>>(repeating: 0..<0)
        var count = 0
        var start = 1
        for index in 1...path.count where index == path.count || path[index] == UInt8(ascii: "/") {
            guard count < Self.capacity else { return nil }
            ranges[count] = start..<index
            count += 1
            start = index + 1
        }
        self.ranges = ranges
        self.count = count
    }

    /// The range of a segment in the path.
    /// - Parameter index: within `0..<count`.
    public subscript(index: Int) -> Range<Int> {
        precondition(index < count, "the path has no such segment")
        return ranges[index]
    }

    /// True when a segment is exactly this ASCII text, without decoding.
    /// - Parameters:
    ///   - index: within `0..<count`.
    ///   - path: the path that was split.
    public func segment(_ index: Int, of path: Span<UInt8>, is text: StaticString) -> Bool { path.matches(self[index], text) }
}

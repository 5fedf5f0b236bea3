// PathSegments: where the segments of a raw path lie. The path is split before anything is decoded, so that "%2F" splits nothing.

/// The "/"-separated segments of a path, as ranges of its bytes. "/tiles/a" has two, "/tiles/" has two of which the second is empty,
/// and "/" has one that is empty. Allocates nothing.
public struct PathSegments: Sendable {
    /// No path of any protocol has more segments than this.
    public static let capacity = 16

    /// How many segments there are, at least 1.
    public let count: Int

    private let ranges: InlineArray<16, Range<Int>>

    /// Splits a path, given without its query. Nil where it does not begin with "/" or has more segments than `capacity`.
    public init?(_ path: Span<UInt8>) {
        guard path.count > 0, path[0] == UInt8(ascii: "/") else { return nil }
        // Filled here and stored at the end: filled in place, -O of Swift 6.3.1 can lose the count of a failable initialiser.
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

    /// Where a segment's bytes lie in the path. `index` must be within `0..<count`.
    public subscript(index: Int) -> Range<Int> {
        precondition(index < count, "the path has no such segment")
        return ranges[index]
    }

    /// Whether a segment is exactly this ASCII text, undecoded. `path` must be the one that was split, `index` within `0..<count`.
    public func segment(_ index: Int, of path: Span<UInt8>, is text: StaticString) -> Bool { path.matches(self[index], text) }
}

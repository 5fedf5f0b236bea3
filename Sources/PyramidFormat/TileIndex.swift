// TileIndex: where the tiles of a pyramid stand in its file.

/// The places of all tiles, 16 bytes each: of a finished pyramid, or of those that are written so far.
public struct TileIndex: Sendable {
    /// Where a tile's bytes are, how many, and their CRC-32.
    public struct Place: Hashable, Sendable {
        public var offset: Int
        /// 0 where there is no tile.
        var count: UInt32
        var checksum: UInt32

        static let none = Place(offset: 0, count: 0, checksum: 0)

        public init(offset: Int, count: UInt32, checksum: UInt32) {
            self.offset = offset
            self.count = count
            self.checksum = checksum
        }
    }

    public let layout: DeepZoomLayout
    private var places: [Place]
    /// How many tiles are not there.
    public private(set) var missing: Int

    public init(_ layout: DeepZoomLayout) {
        self.layout = layout
        places = Array(repeating: .none, count: layout.count)
        missing = layout.count
    }

    /// The place of the tile of a slot; nil where it is not there.
    public subscript(slot: Int) -> Place? { places[slot].count == 0 ? nil : places[slot] }

    /// Enters a tile.
    /// - Parameter place: of at least one byte.
    public mutating func enter(_ place: Place, at slot: Int) {
        if places[slot].count == 0 { missing -= 1 }
        places[slot] = place
    }
}

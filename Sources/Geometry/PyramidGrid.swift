// PyramidGrid: the one division of an image into levels and tiles that every protocol is a view of.

/// The levels and tiles of an image. Level `levelCount - 1` is the image itself; each level below has half the size, rounded up; level 0
/// is the first that fits into one tile. Tiles are squares without overlap, cut off at the right and bottom edges.
public struct PyramidGrid: Hashable, Sendable {
    /// The size of the whole image, which is that of the last level.
    public let size: PixelSize

    /// The side of a tile in pixels.
    public let tileSize: Int

    /// How many levels there are, at least 1.
    public let levelCount: Int

    /// Sides that a grid can have, in pixels.
    public static let sides = 1...(1 << 31)

    /// Each side of `size`, and `tileSize`, must lie within `sides`.
    public init(size: PixelSize, tileSize: Int) {
        precondition(Self.sides.contains(size.width) && Self.sides.contains(size.height), "an image has 1 to 2^31 pixels a side")
        precondition(Self.sides.contains(tileSize), "a tile has 1 to 2^31 pixels a side")
        self.size = size
        self.tileSize = tileSize
        var count = 1
        while size.halved(times: count - 1).longerSide > tileSize { count += 1 }
        levelCount = count
    }

    /// How many image pixels one pixel of this level stands for along each axis: 1 for the last level, 2 for the one below.
    /// `level` must be within `0..<levelCount`.
    public func scaleFactor(ofLevel level: Int) -> Int { 1 << halvings(ofLevel: level) }

    /// The size of a level in its own pixels. `level` must be within `0..<levelCount`.
    public func size(ofLevel level: Int) -> PixelSize { size.halved(times: halvings(ofLevel: level)) }

    /// How many columns of tiles a level has, at least 1. `level` must be within `0..<levelCount`.
    public func columns(ofLevel level: Int) -> Int { tiles(along: size(ofLevel: level).width) }

    /// How many rows of tiles a level has, at least 1. `level` must be within `0..<levelCount`.
    public func rows(ofLevel level: Int) -> Int { tiles(along: size(ofLevel: level).height) }

    /// Whether there is such a tile. Any address may be asked.
    public func contains(_ address: TileAddress) -> Bool { tileRect(address) != nil }

    /// What a tile covers in the pixels of its own level, cut off at the edges; nil where the grid has no such tile. Any address may be
    /// asked.
    public func tileRect(_ address: TileAddress) -> PixelRect? {
        guard (0..<levelCount).contains(address.level) else { return nil }
        let level = size(ofLevel: address.level)
        guard (0..<tiles(along: level.width)).contains(address.column), (0..<tiles(along: level.height)).contains(address.row)
        else { return nil }
        let x = address.column * tileSize
        let y = address.row * tileSize
        return PixelRect(x: x, y: y, width: min(tileSize, level.width - x), height: min(tileSize, level.height - y))
    }

    /// What a tile covers in pixels of the whole image, cut off at the edges; nil where the grid has no such tile. Any address may be
    /// asked.
    public func region(of address: TileAddress) -> PixelRect? {
        guard let tile = tileRect(address) else { return nil }
        let halvings = halvings(ofLevel: address.level)
        let x = tile.x << halvings
        let y = tile.y << halvings
        return PixelRect(
            x: x, y: y,
            width: min(tile.width << halvings, size.width - x), height: min(tile.height << halvings, size.height - y))
    }

    private func halvings(ofLevel level: Int) -> Int {
        precondition((0..<levelCount).contains(level), "the grid has no such level")
        return levelCount - 1 - level
    }

    private func tiles(along extent: Int) -> Int { (extent + tileSize - 1) / tileSize }
}

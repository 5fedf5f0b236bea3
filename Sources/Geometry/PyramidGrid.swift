// PyramidGrid: the division of an image into levels and tiles. Every protocol addresses the tiles of this one grid.

/// The levels and tiles of an image. Level `levelCount - 1` has the size of the image. Each level below has half the size of the next,
/// rounded up. Level 0 is the first that fits into one tile. Tiles are squares without overlap, cropped at the right and bottom edges.
public struct PyramidGrid: Hashable, Sendable {
    /// The size of the image in pixels, which is the size of the last level.
    public let size: PixelSize

    /// The side of a tile in pixels. Level 0 fits into one tile.
    public let tileSize: Int

    /// The number of levels, at least 1.
    public let levelCount: Int

    /// The sides that images and tiles can have, in pixels.
    public static let sides = 1...(1 << 31)

    /// Creates the grid of an image.
    /// - Parameters:
    ///   - size: in pixels, each side within `sides`.
    ///   - tileSize: the side of a tile in pixels, within `sides`.
    public init(size: PixelSize, tileSize: Int) {
        precondition(Self.sides.contains(size.width) && Self.sides.contains(size.height), "an image has 1 to 2^31 pixels a side")
        precondition(Self.sides.contains(tileSize), "a tile has 1 to 2^31 pixels a side")
        self.size = size
        self.tileSize = tileSize
        var count = 1
        while size.halved(times: count - 1).longerSide > tileSize { count += 1 }
        levelCount = count
    }

    /// The number of image pixels per pixel of a level along each axis: 1 for the last level, 2 for the level below it.
    /// - Parameter level: within `0..<levelCount`.
    public func scaleFactor(ofLevel level: Int) -> Int { 1 << halvings(ofLevel: level) }

    /// The size of a level in its own pixels.
    /// - Parameter level: within `0..<levelCount`.
    public func size(ofLevel level: Int) -> PixelSize { size.halved(times: halvings(ofLevel: level)) }

    /// The number of columns of tiles in a level, at least 1.
    /// - Parameter level: within `0..<levelCount`.
    public func columns(ofLevel level: Int) -> Int { tiles(along: size(ofLevel: level).width) }

    /// The number of rows of tiles in a level, at least 1.
    /// - Parameter level: within `0..<levelCount`.
    public func rows(ofLevel level: Int) -> Int { tiles(along: size(ofLevel: level).height) }

    /// True when the grid has this tile.
    /// - Parameter address: any numbers.
    public func contains(_ address: TileAddress) -> Bool { tileRect(address) != nil }

    /// The rectangle of a tile in pixels of its own level, cropped at the edges.
    /// - Parameter address: any numbers.
    /// - Returns: nil when the grid has no such tile.
    public func tileRect(_ address: TileAddress) -> PixelRect? {
        guard (0..<levelCount).contains(address.level) else { return nil }
        let level = size(ofLevel: address.level)
        guard (0..<tiles(along: level.width)).contains(address.column), (0..<tiles(along: level.height)).contains(address.row)
        else { return nil }
        let x = address.column * tileSize
        let y = address.row * tileSize
        return PixelRect(x: x, y: y, width: min(tileSize, level.width - x), height: min(tileSize, level.height - y))
    }

    /// The rectangle that a tile covers in pixels of the whole image, cropped at the edges.
    /// - Parameter address: any numbers.
    /// - Returns: nil when the grid has no such tile.
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

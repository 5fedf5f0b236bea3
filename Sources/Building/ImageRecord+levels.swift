// The levels of the grid that an image's own file serves, and those that its pyramid has to hold.

public import Geometry
public import Imaging
public import Library

extension ImageRecord {
    /// The index of the source level that a level of the grid can be cut from: the smallest that is not smaller than it, unless it is so much
    /// larger that a pyramid serves better. Nil when there is none.
    public func sourceLevel(for level: Int) -> Int? {
        let wanted = grid.size(ofLevel: level)
        guard let candidate = description.sourceLevel(covering: wanted) else { return nil }
        let size = description.sourceLevels[candidate].size
        let isNear = size.longerSide <= ImageRecord.farthestShrink * wanted.longerSide + 4
        return isNear || (candidate == description.sourceLevels.count - 1 && isShrunkWhole(size)) ? candidate : nil
    }

    /// True when the file's smallest level serves all smaller levels of the grid. If it has the size of a level of the grid, a pyramid
    /// continues from it. If it has another size, as in slides, the pyramid would have to be built from the full size.
    private func isShrunkWhole(_ size: PixelSize) -> Bool {
        size.area <= ImageRecord.greatestShrunk && !(0..<grid.levelCount).contains { grid.size(ofLevel: $0) == size }
    }

    /// Whether the tiles of a level of the grid can be sent as they lie in the file. `level` must be a level of the grid.
    public func passthrough(ofLevel level: Int) -> SourceLevel.Passthrough {
        let wanted = grid.size(ofLevel: level)
        guard let index = sourceLevel(for: level) else { return .closed(because: "the file holds no such level") }
        let source = description.sourceLevels[index]
        // The file's level may be halved with floor, or with ceil as the grid's.
        guard (wanted.width - 1...wanted.width).contains(source.size.width),
            (wanted.height - 1...wanted.height).contains(source.size.height)
        else {
            return .closed(because: "the file's level for it has \(source.size.width) x \(source.size.height) pixels")
        }
        if case .open(_, let tile) = source.passthrough, tile != PixelSize(width: grid.tileSize, height: grid.tileSize) {
            return .closed(because: "its tiles have \(tile.width) x \(tile.height) pixels")
        }
        return source.passthrough
    }

    /// The format in which the image's tiles cost the least: that of the file when its tiles are passed through, else that of the pyramid.
    public var tileFormat: ImageFormat {
        if case .open(let format, _) = passthrough(ofLevel: grid.levelCount - 1) { return format }
        return tiles.format
    }

    /// True when every level of the grid can be cut from the file's own levels, so that no pyramid is ever built.
    public var isNative: Bool { (0..<grid.levelCount).allSatisfy { sourceLevel(for: $0) != nil } }

    /// The levels of the grid that a pyramid has to hold: all up to the largest that cannot be cut from the file's own levels.
    public var missingLevels: Range<Int> { 0..<((0..<grid.levelCount).last { sourceLevel(for: $0) == nil } ?? -1) + 1 }

    /// True when the image's pyramid has all levels, since the file holds none.
    public var hasWholePyramid: Bool { missingLevels.count == grid.levelCount }

    /// The grid of the image's pyramid: the missing levels, under the numbers that they have in the image's grid.
    public var pyramidGrid: PyramidGrid {
        let top = missingLevels.upperBound - 1
        return PyramidGrid(size: grid.size(ofLevel: max(0, top)), tileSize: grid.tileSize)
    }

    /// The smallest source level to build a pyramid from; nil when there is none. Halving it must give the sizes of the grid, which a level
    /// that was halved with floor, or has another scale, does not.
    public var buildLevel: SourceLevel? {
        description.sourceLevels.last { source in
            (missingLevels.upperBound..<grid.levelCount).contains { grid.size(ofLevel: $0) == source.size }
        }
    }

    /// A level is cut from one that is at most this many times as wide. Slides leave out every other level.
    private static let farthestShrink = 4

    /// Pixels that are decoded for one tile at most. They take some tenths of a second.
    private static let greatestShrunk = 36_000_000
}

// Which of the levels that a file holds serves which level of the grid.

public import Geometry
public import Imaging
public import Library

extension ImageRecord {
    /// Which of the file's own levels a level of the grid can be cut from: the smallest that is not smaller than it, unless that is so much
    /// larger that a pyramid serves better. Nil where there is none.
    public func sourceLevel(for level: Int) -> Int? {
        let wanted = grid.size(ofLevel: level)
        guard let candidate = description.sourceLevel(covering: wanted) else { return nil }
        let size = description.sourceLevels[candidate].size
        let isNear = size.longerSide <= ImageRecord.farthestShrink * wanted.longerSide + 4
        return isNear || (candidate == description.sourceLevels.count - 1 && isShrunkWhole(size)) ? candidate : nil
    }

    /// Whether the file's smallest level serves all that are smaller. Where it has the size of one of the grid's, a pyramid goes on from it;
    /// one of another size, as slides have it, would make the pyramid be built from the full size.
    private func isShrunkWhole(_ size: PixelSize) -> Bool {
        size.area <= ImageRecord.greatestShrunk && !(0..<grid.levelCount).contains { grid.size(ofLevel: $0) == size }
    }

    /// Whether the tiles of a level of the grid can be sent as they stand in the file. `level` must be within the grid's.
    public func passthrough(ofLevel level: Int) -> SourceLevel.Passthrough {
        let wanted = grid.size(ofLevel: level)
        guard let index = sourceLevel(for: level) else { return .closed(because: "the file holds no such level") }
        let stored = description.sourceLevels[index]
        // Halved with floor, or with ceil as the grid's.
        guard (wanted.width - 1...wanted.width).contains(stored.size.width),
            (wanted.height - 1...wanted.height).contains(stored.size.height)
        else {
            return .closed(because: "the file's level for it has \(stored.size.width) x \(stored.size.height) pixels")
        }
        if case .open(_, let tile) = stored.passthrough, tile != PixelSize(width: grid.tileSize, height: grid.tileSize) {
            return .closed(because: "its tiles have \(tile.width) x \(tile.height) pixels")
        }
        return stored.passthrough
    }

    /// The format in which its tiles cost the least: that of the file where they are sent as they are stored, else that of a pyramid.
    public var tileFormat: ImageFormat {
        if case .open(let format, _) = passthrough(ofLevel: grid.levelCount - 1) { return format }
        return tiles.format
    }

    /// Whether every level of the grid can be cut from the file's own levels, so that no pyramid is ever built.
    public var isNative: Bool { (0..<grid.levelCount).allSatisfy { sourceLevel(for: $0) != nil } }

    /// The levels of the grid up to the last that cannot be cut from the file's own: a pyramid has to hold them. Those above are in the file.
    public var missingLevels: Range<Int> { 0..<((0..<grid.levelCount).last { sourceLevel(for: $0) == nil } ?? -1) + 1 }

    /// Whether the image's pyramid has all of its levels, since its file holds none.
    public var hasWholePyramid: Bool { missingLevels.count == grid.levelCount }

    /// What the image's pyramid holds: the missing levels, under the numbers that they have in the grid.
    public var pyramidGrid: PyramidGrid {
        let top = missingLevels.upperBound - 1
        return PyramidGrid(size: grid.size(ofLevel: max(0, top)), tileSize: grid.tileSize)
    }

    /// The smallest of the file's own levels to build a pyramid from; nil where it holds none. Halving goes on from there to the same sizes
    /// as the grid's, which a level that was halved with floor, or has another scale, does not allow.
    public var buildLevel: SourceLevel? {
        description.sourceLevels.last { stored in
            (missingLevels.upperBound..<grid.levelCount).contains { grid.size(ofLevel: $0) == stored.size }
        }
    }

    /// A level is cut from one that is at most so many times as wide: slides leave out every other level.
    private static let farthestShrink = 4

    /// Pixels that are decoded for one tile at most: some tenths of a second.
    private static let greatestShrunk = 36_000_000
}

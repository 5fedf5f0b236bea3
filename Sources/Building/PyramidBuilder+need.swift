// How much memory a build takes.

internal import Geometry
public import Imaging
public import Library

extension PyramidBuilder {
    /// About how many bytes of memory the build of an image takes beyond what builds commonly take: 0 where the decoder goes through the
    /// file row by row, and the rows are not very long.
    /// - Parameters:
    ///   - level: of the picture's own levels the one to begin with; nil for the full size.
    public func need(of record: ImageRecord, level: SourceLevel?) -> Int {
        let (description, tileSize) = (record.description, record.grid.tileSize)
        let size = level?.size ?? description.size
        let layout = PyramidLayout(size: size, tileSize: tileSize)
        // Twice, since chroma of half the size takes half a byte.
        let bytesOfTwoPixels: Int =
            switch record.tiles.format {
            case .jpg where description.bands > 2: record.tiles.encoding.halvesChroma ? 3 : 6
            case .jpg: 2
            default: description.bands > 2 ? 8 : 4
            }
        let rowPixels = layout.levels.reduce(0) { $0 + $1.size.width * min(layout.stripRows, $1.size.height + 15) }
        let strips = PyramidBuilder.fullStrips * rowPixels * bytesOfTwoPixels / 2
        // Of tiles, which are hardly ever larger than a byte a pixel.
        let batches = (encoders + 1) * (PyramidWriter.Batch.fill + tileSize * tileSize)
        // The rows on the way to the strips are counted there where the file has no levels.
        let rows = description.sourceLevels.isEmpty ? 0 : description.rowBytes(of: level)
        let (sum, overflow) = description.decodeBytes.addingReportingOverflow(
            max(0, strips + batches - ImageDescription.commonBytes + min(rows, .max / 2)))
        return overflow ? .max : sum
    }
}

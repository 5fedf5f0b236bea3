// NamedTiles: tiles whose bytes are their names, for tests of the writer.

@testable import Building
import Geometry
import Imaging

/// Gives tiles of its own making to a writer: no pixels, but their names.
enum NamedTiles {
    static func contents(_ tile: TileAddress) -> [UInt8] { Array("tile \(tile.level) \(tile.column) \(tile.row)".utf8) }

    static func append(_ tile: TileAddress, to batch: PyramidWriter.Batch, _ bytes: [UInt8]? = nil) throws {
        let bytes = bytes ?? contents(tile)
        try batch.append(tile, room: bytes.count) { (buffer) throws(ImagingError) in
            buffer.copyBytes(from: bytes)
            return bytes.count
        }
    }
}

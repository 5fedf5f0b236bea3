// DeepZoomTile: the place of a tile in a DeepZoom tree, `LEVEL/COLUMN_ROW.FORMAT`. URLs and pyramid files share this grammar.

public import Geometry

/// A tile of a DeepZoom tree, by DeepZoom's own level numbers: level 0 is one pixel. Whether an image has such a tile is not known yet.
public struct DeepZoomTile: Hashable, Sendable {
    /// DeepZoom's level, and the tile's column and row in it. `DeepZoomPlace` translates it to the grid.
    public let address: TileAddress
    /// The format that the file extension names.
    public let format: ImageFormat

    /// Reads the last two segments of a path. Allocates nothing when it succeeds.
    /// - Parameters:
    ///   - path: the raw bytes that hold both segments.
    ///   - level: where the directory's name lies in the path.
    ///   - file: where the file's name lies in the path.
    /// - Throws: `RequestError` when a number is not 1 to 10 digits, or no format has that extension.
    public init(_ path: Span<UInt8>, level: Range<Int>, file: Range<Int>) throws(RequestError) {
        guard let number = path.decimal(level) else { throw .bad("level", path, level, allowed: "1 to 10 digits") }
        guard let name = FileNameSegment(path, file), let underscore = path.firstIndex(of: UInt8(ascii: "_"), in: name.name),
            let column = path.decimal(name.name.lowerBound..<underscore),
            let row = path.decimal(underscore + 1..<name.name.upperBound)
        else { throw .bad("tile", path, file, allowed: "{column}_{row}.{format}, both of 1 to 10 digits") }
        address = TileAddress(level: number, column: column, row: row)
        format = try name.format(path)
    }

    /// Reads the name of an entry of a zip, such as `scan/scan_files/12/3_4.jpg`.
    /// - Returns: nil when the entry is no tile.
    public init?(entryName name: Span<UInt8>) {
        guard let file = name.lastIndex(of: UInt8(ascii: "/"), in: 0..<name.count),
            let level = name.lastIndex(of: UInt8(ascii: "/"), in: 0..<file),
            name.hasSuffix(0..<level, "_files"),
            let tile = try? DeepZoomTile(name, level: level + 1..<file, file: file + 1..<name.count)
        else { return nil }
        self = tile
    }

    /// Appends `LEVEL/COLUMN_ROW` to an array. The caller appends the file extension.
    public static func append(_ address: TileAddress, to bytes: inout [UInt8]) {
        append(address.level, to: &bytes)
        bytes.append(UInt8(ascii: "/"))
        append(address.column, to: &bytes)
        bytes.append(UInt8(ascii: "_"))
        append(address.row, to: &bytes)
    }

    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }
}

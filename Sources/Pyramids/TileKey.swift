// The name of one encoded tile.

public import Geometry
public import Library

/// A tile of one version of an image in one format. Equal keys have equal bytes.
public struct TileKey: Hashable, Sendable {
    public let version: ImageVersion
    public let level: UInt8
    public let format: ImageFormat
    public let column: UInt32
    public let row: UInt32

    /// Nil for an address that no grid can have.
    public init?(version: ImageVersion, address: TileAddress, format: ImageFormat) {
        guard let level = UInt8(exactly: address.level), let column = UInt32(exactly: address.column),
            let row = UInt32(exactly: address.row)
        else { return nil }
        self.version = version
        self.level = level
        self.format = format
        self.column = column
        self.row = row
    }

    public var address: TileAddress { TileAddress(level: Int(level), column: Int(column), row: Int(row)) }
}

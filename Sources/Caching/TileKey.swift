// TileKey: the name of one encoded tile.

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

    /// 64 bits that differ for different keys, for tables within the process: a multiplication or two, where `Hashable` would take as long as
    /// all the rest of a look-up.
    /// - Parameter seed: secret, and the same for all keys of a table.
    func hash(seed: UInt64) -> UInt64 {
        let place = UInt64(column) << 32 | UInt64(row)
        let kind = UInt64(level) << 8 | UInt64(format.rawValue)
        return mixed(mixed(version.bits.low ^ seed, place ^ 0x9E37_79B9_7F4A_7C15), version.bits.high ^ seed &+ kind)
    }

    /// `"VERSION-LEVEL-COLUMN-ROW-FORMAT"`, put together without interpolation: each tile that is read from a file has its own.
    public var entityTag: String {
        var text = "\""
        text.reserveCapacity(32 + 3 * 11 + 8)
        text += version.description
        for number in [UInt32(level), column, row] {
            text += "-"
            text += String(number)
        }
        text += "-"
        text += format.fileExtension
        text += "\""
        return text
    }

    public var address: TileAddress { TileAddress(level: Int(level), column: Int(column), row: Int(row)) }
}

/// Both halves of a product, folded: every bit of each factor bears on every bit.
private func mixed(_ a: UInt64, _ b: UInt64) -> UInt64 {
    let (high, low) = a.multipliedFullWidth(by: b)
    return high ^ low
}

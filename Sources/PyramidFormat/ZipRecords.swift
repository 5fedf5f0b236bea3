// ZipRecords: the records of a zip file (PKWARE's APPNOTE 4.3) for stored entries, with zip64 where 32 bits are too few.

/// Writes records at the end of byte arrays. All entries are stored as they are, and of the first moment that a zip can name: the same
/// contents make the same bytes.
public enum ZipRecords {
    /// What a name is written in: nothing to say of ASCII, bit 11 for UTF-8 (4.4.4).
    static func flags(for name: [UInt8]) -> UInt16 { name.allSatisfy { $0 < 0x80 } ? 0 : 1 << 11 }

    /// Bytes of a local header in front of an entry's contents, but for its name.
    public static let localHeaderCount = 30

    /// The first of January 1980, as DOS writes it.
    private static let date: UInt16 = 1 << 5 | 1
    /// A plain file that its owner may write and all may read, as Unix writes it.
    private static let attributes: UInt32 = 0o100644 << 16

    /// What stands in front of an entry's contents (4.3.7), and behind it its name.
    public static func appendLocalHeader(_ place: TileIndex.Place, nameCount: Int, flags: UInt16, to bytes: inout [UInt8]) {
        append(0x0403_4b50 as UInt32, to: &bytes)
        append(20 as UInt16, to: &bytes)
        appendShared(place, nameCount: nameCount, flags: flags, to: &bytes)
        append(0 as UInt16, to: &bytes)
    }

    /// How long the name behind a local header is; nil where the bytes are none.
    public static func nameCount(ofLocalHeader bytes: [UInt8]) -> Int? {
        guard bytes.count == localHeaderCount, bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]) else { return nil }
        return Int(bytes[26]) | Int(bytes[27]) << 8
    }

    /// An entry of the directory (4.3.12).
    /// - Parameter place: of the contents, which stand behind a local header and the name.
    public static func appendDirectoryEntry(_ place: TileIndex.Place, name: [UInt8], flags: UInt16, to bytes: inout [UInt8]) {
        let header = place.offset - localHeaderCount - name.count
        let isFar = header >= Int(UInt32.max)
        append(0x0201_4b50 as UInt32, to: &bytes)
        append((3 << 8 | 45) as UInt16, to: &bytes)
        append((isFar ? 45 : 20) as UInt16, to: &bytes)
        appendShared(place, nameCount: name.count, flags: flags, to: &bytes)
        append((isFar ? 12 : 0) as UInt16, to: &bytes)
        // No comment, the first disk, no hint what the contents are.
        append(0 as UInt16, to: &bytes)
        append(0 as UInt32, to: &bytes)
        append(attributes, to: &bytes)
        append(isFar ? UInt32.max : UInt32(header), to: &bytes)
        bytes += name
        guard isFar else { return }
        // Of the zip64 field (4.5.3) only what does not fit above.
        append(1 as UInt16, to: &bytes)
        append(8 as UInt16, to: &bytes)
        append(UInt64(header), to: &bytes)
    }

    /// What stands behind the directory (4.3.14 to 4.3.16).
    public static func appendEnd(entryCount: Int, directory: Range<Int>, to bytes: inout [UInt8]) {
        if entryCount >= Int(UInt16.max) || directory.upperBound >= Int(UInt32.max) {
            append(0x0606_4b50 as UInt32, to: &bytes)
            append(44 as UInt64, to: &bytes)
            append((3 << 8 | 45) as UInt16, to: &bytes)
            append(45 as UInt16, to: &bytes)
            append(0 as UInt64, to: &bytes)
            append(UInt64(entryCount), to: &bytes)
            append(UInt64(entryCount), to: &bytes)
            append(UInt64(directory.count), to: &bytes)
            append(UInt64(directory.lowerBound), to: &bytes)
            append(0x0706_4b50 as UInt32, to: &bytes)
            append(0 as UInt32, to: &bytes)
            append(UInt64(directory.upperBound), to: &bytes)
            append(1 as UInt32, to: &bytes)
        }
        append(0x0605_4b50 as UInt32, to: &bytes)
        append(0 as UInt32, to: &bytes)
        append(UInt16(clamping: entryCount), to: &bytes)
        append(UInt16(clamping: entryCount), to: &bytes)
        append(UInt32(clamping: directory.count), to: &bytes)
        append(UInt32(clamping: directory.lowerBound), to: &bytes)
        append(0 as UInt16, to: &bytes)
    }

    /// What a local header and a directory entry have in common: from the flags to the length of the name.
    private static func appendShared(_ place: TileIndex.Place, nameCount: Int, flags: UInt16, to bytes: inout [UInt8]) {
        append(flags, to: &bytes)
        append(0 as UInt16, to: &bytes)
        append(0 as UInt16, to: &bytes)
        append(date, to: &bytes)
        append(place.checksum, to: &bytes)
        append(place.count, to: &bytes)
        append(place.count, to: &bytes)
        append(UInt16(clamping: nameCount), to: &bytes)
    }

    private static func append<Number: FixedWidthInteger>(_ number: Number, to bytes: inout [UInt8]) {
        unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }
}

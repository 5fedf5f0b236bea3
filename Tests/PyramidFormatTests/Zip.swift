// Zip files made by hand, sound or not.

/// A zip file to be, with the oddities that the format allows.
struct Zip {
    struct Entry {
        var name: String
        var contents: [UInt8]
        var method: UInt16 = 0
        var flags: UInt16 = 0
        /// Bytes in the local header's extra field, which the directory knows nothing of.
        var localExtra: [UInt8] = []
        var extra: [UInt8] = []
        var comment: [UInt8] = []
        /// Bytes in front of the local header that belong to nothing.
        var gap = 0
        /// Whether sizes and offset stand in a zip64 field.
        var isZip64 = false
    }

    var entries: [Entry]
    var comment: [UInt8] = []
    /// Whether the directory's place stands in a zip64 record.
    var isZip64 = false

    var bytes: [UInt8] {
        var file: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            file += [UInt8](repeating: 0, count: entry.gap)
            let offset = file.count
            let count = UInt32(entry.contents.count)
            file += little(0x0403_4b50 as UInt32) + little(20 as UInt16) + little(entry.flags) + little(entry.method) + little(0 as UInt32)
            file += little(0 as UInt32) + little(count) + little(count)
            file += little(UInt16(entry.name.utf8.count)) + little(UInt16(entry.localExtra.count))
            file += Array(entry.name.utf8) + entry.localExtra + entry.contents
            var extra = entry.extra
            if entry.isZip64 {
                extra += little(1 as UInt16) + little(24 as UInt16) + little(UInt64(count)) + little(UInt64(count)) + little(UInt64(offset))
            }
            let size = entry.isZip64 ? UInt32.max : count
            directory += little(0x0201_4b50 as UInt32) + little(20 as UInt16) + little(20 as UInt16) + little(entry.flags)
            directory += little(entry.method) + little(0 as UInt32) + little(checksum(entry.contents)) + little(size) + little(size)
            directory += little(UInt16(entry.name.utf8.count)) + little(UInt16(extra.count)) + little(UInt16(entry.comment.count))
            directory += little(0 as UInt16) + little(0 as UInt16) + little(0 as UInt32)
            directory += little(entry.isZip64 ? UInt32.max : UInt32(offset)) + Array(entry.name.utf8) + extra + entry.comment
        }
        let start = file.count
        file += directory
        if isZip64 {
            let record = file.count
            file += little(0x0606_4b50 as UInt32) + little(44 as UInt64) + little(45 as UInt16) + little(45 as UInt16) + little(0 as UInt64)
            file += little(UInt64(entries.count)) + little(UInt64(entries.count)) + little(UInt64(directory.count)) + little(UInt64(start))
            file += little(0x0706_4b50 as UInt32) + little(0 as UInt32) + little(UInt64(record)) + little(1 as UInt32)
        }
        let count = isZip64 ? UInt16.max : UInt16(entries.count)
        file += little(0x0605_4b50 as UInt32) + little(0 as UInt32) + little(count) + little(count)
        file += little(isZip64 ? UInt32.max : UInt32(directory.count)) + little(isZip64 ? UInt32.max : UInt32(start))
        return file + little(UInt16(comment.count)) + comment
    }
}

/// CRC-32, bit by bit (APPNOTE 4.4.7).
func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(UInt32.max) { sum, byte in
        (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
}

private func little<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    (0..<Number.bitWidth / 8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

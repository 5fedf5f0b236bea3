// The central directory of a zip file (PKWARE's APPNOTE 4.3), with the zip64 extension.

internal import System

/// Reads a zip's directory. Only what a pyramid needs: names, places and sizes of stored entries.
public struct ZipDirectory {
    /// One entry of the directory.
    struct Entry {
        /// Raw bytes, valid during the call.
        let name: ArraySlice<UInt8>
        /// Where the local header begins.
        let offset: UInt64
        /// Bytes of the contents.
        let count: UInt64
        /// CRC-32 of the contents.
        let checksum: UInt32
        /// Whether the contents stand as they are, neither compressed nor encrypted.
        let isStored: Bool
    }

    private let file: ReadOnlyFile
    /// Where the directory stands.
    let place: Range<Int>
    private let entryCount: UInt64

    init(of file: ReadOnlyFile) throws(PyramidFileError) {
        self.file = file
        let tailCount = min(file.count, 65_557)
        let tail = try file.bytes(tailCount, at: file.count - tailCount)
        // End of central directory record (4.3.16): 22 bytes and a comment that it measures.
        guard
            let at = (0...max(0, tailCount - 22)).reversed().first(where: { index in
                index + 22 <= tailCount && tail.u32(index) == 0x0605_4b50 && index + 22 + Int(tail.u16(index + 20)) == tailCount
            })
        else { throw .damaged("\(file.path): no zip directory") }
        var count = UInt64(tail.u16(at + 10))
        var size = UInt64(tail.u32(at + 12))
        var offset = UInt64(tail.u32(at + 16))
        // Zip64 locator (4.3.15): 20 bytes in front of the record, where it is needed.
        if at >= 20, tail.u32(at - 20) == 0x0706_4b50 {
            guard let recordOffset = Int(exactly: tail.u64(at - 12)), recordOffset <= file.count - 56 else {
                throw .damaged("\(file.path): damaged zip64 locator")
            }
            let record = try file.bytes(56, at: recordOffset)
            guard record.u32(0) == 0x0606_4b50 else { throw .damaged("\(file.path): damaged zip64 record") }
            count = record.u64(32)
            size = record.u64(40)
            offset = record.u64(48)
        }
        guard let start = Int(exactly: offset), let length = Int(exactly: size), length <= file.count, start <= file.count - length else {
            throw .damaged("\(file.path): the zip directory lies outside the file")
        }
        place = start..<start + length
        entryCount = count
    }

    /// Calls `body` with each entry, reading the directory in pieces.
    func forEachEntry(_ body: (Entry) throws(PyramidFileError) -> Void) throws(PyramidFileError) {
        var buffer: [UInt8] = []
        var index = 0
        var next = place.lowerBound
        let end = place.upperBound
        for _ in 0..<entryCount {
            // The longest entry: 46 bytes, and three fields of up to 64 KiB.
            if buffer.count - index < 46 + 3 * 65_535, next < end {
                let piece = try file.bytes(min(1 << 20, end - next), at: next)
                next += piece.count
                buffer.removeSubrange(..<index)
                buffer.append(contentsOf: piece)
                index = 0
            }
            guard index + 46 <= buffer.count, buffer.u32(index) == 0x0201_4b50 else {
                throw .damaged("\(file.path): damaged zip directory")
            }
            let nameEnd = index + 46 + Int(buffer.u16(index + 28))
            let extraEnd = nameEnd + Int(buffer.u16(index + 30))
            let entryEnd = extraEnd + Int(buffer.u16(index + 32))
            guard entryEnd <= buffer.count else { throw .damaged("\(file.path): damaged zip directory") }
            var sizes = Zip64Sizes(
                stored: UInt64(buffer.u32(index + 20)), original: UInt64(buffer.u32(index + 24)), offset: UInt64(buffer.u32(index + 42)))
            sizes.complete(from: buffer[nameEnd..<extraEnd])
            let isPlain = buffer.u16(index + 10) == 0 && buffer.u16(index + 8) & 1 == 0 && sizes.stored == sizes.original
            try body(
                Entry(
                    name: buffer[index + 46..<nameEnd], offset: sizes.offset, count: sizes.original, checksum: buffer.u32(index + 16),
                    isStored: isPlain))
            index = entryEnd
        }
    }
}

extension ReadOnlyFile {
    fileprivate func bytes(_ count: Int, at offset: Int) throws(PyramidFileError) -> [UInt8] {
        do throws(SystemError) {
            return try read(count, at: offset)
        } catch {
            throw .system(error)
        }
    }
}

/// Sizes and offset of an entry, which zip64 moves to an extra field where 32 bits do not hold them (4.5.3).
private struct Zip64Sizes {
    var stored: UInt64
    var original: UInt64
    var offset: UInt64

    mutating func complete(from extra: ArraySlice<UInt8>) {
        var index = extra.startIndex
        while index + 4 <= extra.endIndex {
            let end = min(index + 4 + Int(extra.u16(index + 2)), extra.endIndex)
            if extra.u16(index) == 1 {
                var at = index + 4
                func next() -> UInt64? {
                    guard at + 8 <= end else { return nil }
                    defer { at += 8 }
                    return extra.u64(at)
                }
                if original == 0xFFFF_FFFF { original = next() ?? original }
                if stored == 0xFFFF_FFFF { stored = next() ?? stored }
                if offset == 0xFFFF_FFFF { offset = next() ?? offset }
                return
            }
            index = end
        }
    }
}

/// Little-endian numbers.
extension RandomAccessCollection where Element == UInt8, Index == Int {
    fileprivate func u16(_ index: Int) -> UInt16 { UInt16(self[index]) | UInt16(self[index + 1]) << 8 }
    fileprivate func u32(_ index: Int) -> UInt32 { UInt32(u16(index)) | UInt32(u16(index + 2)) << 16 }
    fileprivate func u64(_ index: Int) -> UInt64 { UInt64(u32(index)) | UInt64(u32(index + 4)) << 32 }
}

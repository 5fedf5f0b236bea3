// The checksum that a zip's directory has of each entry.

private import CZlib

/// CRC-32 as zip files use it (APPNOTE 4.4.7), by zlib.
enum CRC32 {
    static func checksum(of bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: unsafe bytes.withUnsafeBufferPointer { unsafe crc32_z(0, $0.baseAddress, $0.count) })
    }
}

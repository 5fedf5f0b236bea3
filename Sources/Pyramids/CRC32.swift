// The checksum that a zip's directory has of each entry.

private import CDeflate

/// CRC-32 as zip files use it (APPNOTE 4.4.7), by libdeflate, which does it fast enough for every tile that is sent.
enum CRC32 {
    static func checksum(of bytes: [UInt8]) -> UInt32 {
        unsafe bytes.withUnsafeBufferPointer { unsafe libdeflate_crc32(0, $0.baseAddress, $0.count) }
    }
}

// The checksum that a zip's directory has of each entry.

private import CDeflate

/// CRC-32 as zip files use it (APPNOTE 4.4.7), by libdeflate, which does it fast enough for every tile that is sent.
enum CRC32 {
    static func checksum(of bytes: [UInt8]) -> UInt32 {
        unsafe bytes.withUnsafeBytes { unsafe checksum(of: $0) }
    }

    /// Of memory as it stands.
    static func checksum(of memory: UnsafeRawBufferPointer) -> UInt32 {
        unsafe libdeflate_crc32(0, memory.baseAddress, memory.count)
    }
}

// CRC32: the checksum that a zip directory has for each entry.

private import CDeflate

/// CRC-32 as in zip files (APPNOTE 4.4.7). libdeflate computes it, fast enough for every tile that is sent. Any thread.
public enum CRC32 {
    /// The checksum of an array.
    public static func checksum(of bytes: [UInt8]) -> UInt32 {
        unsafe bytes.withUnsafeBytes { unsafe checksum(of: $0) }
    }

    /// The checksum of a buffer.
    public static func checksum(of memory: UnsafeRawBufferPointer) -> UInt32 {
        unsafe libdeflate_crc32(0, memory.baseAddress, memory.count)
    }
}

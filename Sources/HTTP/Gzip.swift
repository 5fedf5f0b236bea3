// Gzip: compression of texts (RFC 1952) with libdeflate.

private import CDeflate

/// Compresses in the gzip format.
public enum Gzip {
    /// The compression level of libdeflate.
    public enum Effort: Int32, Sendable {
        /// For texts that are sent once.
        case quick = 6
        /// For texts that are compressed once and sent often.
        case thorough = 12
    }

    /// Compresses bytes. Any thread.
    /// - Parameters:
    ///   - effort: the compression level.
    ///   - allowsLarger: true when a result larger than the input is acceptable, as for clients that accept only gzip.
    /// - Returns: nil when the result would not be smaller than the input (unless `allowsLarger`), or when there is no memory.
    public static func compress(_ bytes: [UInt8], _ effort: Effort, allowsLarger: Bool = false) -> [UInt8]? {
        guard let compressor = unsafe libdeflate_alloc_compressor(effort.rawValue) else { return nil }
        defer { unsafe libdeflate_free_compressor(compressor) }
        let room = allowsLarger ? unsafe libdeflate_gzip_compress_bound(compressor, bytes.count) : bytes.count
        let compressed = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            // 0 when the result does not fit.
            unsafe bytes.withUnsafeBytes { bytes in
                count = unsafe libdeflate_gzip_compress(compressor, bytes.baseAddress, bytes.count, buffer.baseAddress, buffer.count)
            }
        }
        return compressed.isEmpty ? nil : compressed
    }
}

// Texts in gzip (RFC 1952), by libdeflate.

private import CDeflate

public enum Gzip {
    /// How hard to try.
    public enum Effort: Int32, Sendable {
        /// For what is sent once.
        case quick = 6
        /// For what is made once and sent often.
        case thorough = 12
    }

    /// The same bytes in gzip; nil where that is not shorter, or there is no memory. Any thread.
    /// - Parameter allowsLarger: whether they are wanted though they are longer, for who takes nothing else.
    public static func compress(_ bytes: [UInt8], _ effort: Effort, allowsLarger: Bool = false) -> [UInt8]? {
        guard let compressor = unsafe libdeflate_alloc_compressor(effort.rawValue) else { return nil }
        defer { unsafe libdeflate_free_compressor(compressor) }
        let room = allowsLarger ? unsafe libdeflate_gzip_compress_bound(compressor, bytes.count) : bytes.count
        let compressed = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
            // 0 where it would not fit.
            unsafe bytes.withUnsafeBytes { bytes in
                count = unsafe libdeflate_gzip_compress(compressor, bytes.baseAddress, bytes.count, buffer.baseAddress, buffer.count)
            }
        }
        return compressed.isEmpty ? nil : compressed
    }
}

// SHA256: the digest in versions, entity tags and names of cached files.

private import CGLib

/// SHA-256 (FIPS 180-4), computed by GLib. Any thread.
public enum SHA256 {
    /// The digest of an array as 64 lower-case hexadecimal digits.
    public static func hexadecimal(of bytes: [UInt8]) -> String {
        let text = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe g_compute_checksum_for_data(G_CHECKSUM_SHA256, buffer.baseAddress, gsize(buffer.count))
        }
        guard let text = unsafe text else { preconditionFailure("GLib has no SHA-256") }
        defer { unsafe g_free(text) }
        return unsafe String(cString: text)
    }
}

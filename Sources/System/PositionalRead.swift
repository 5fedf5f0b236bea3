// PositionalRead: reading a file descriptor at an offset.

private import CLinux
private import Glibc

/// Reads with pread(2), which does not use the descriptor's position, so that threads can share a descriptor. Blocks: worker threads only.
public enum PositionalRead {
    /// A read that failed.
    public struct Failure: Error {
        /// The error number, as in errno(3).
        public let number: Int32
    }

    /// Fills a buffer from an offset in bytes. Interrupted and short reads are continued.
    /// - Returns: the number of bytes read. It is less than the size of the buffer only at the end of the file.
    /// - Throws: `Failure` when the system cannot read.
    public static func fill(_ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32, at offset: Int) throws(Failure) -> Int {
        let got = unsafe azl_read_fully(descriptor, buffer.baseAddress, buffer.count, Int64(offset))
        guard got >= 0 else { throw Failure(number: Int32(clamping: -got)) }
        return got
    }

    /// Reads up to `count` bytes from an offset in bytes.
    /// - Returns: fewer bytes than `count` only at the end of the file.
    /// - Throws: `Failure` when the system cannot read.
    public static func bytes(_ count: Int, from descriptor: Int32, at offset: Int) throws(Failure) -> [UInt8] {
        var failure: Failure?
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(Failure) {
                filled = try unsafe fill(
                    UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: count), from: descriptor, at: offset)
            } catch {
                filled = 0
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }
}

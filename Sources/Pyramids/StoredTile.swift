// StoredTile: a tile that stands in a file as it is to be sent.

internal import System

/// A range of a file, and what goes in front of it.
struct StoredTile: Sendable {
    let file: ReadOnlyFile
    let offset: Int
    let count: Int
    /// CRC-32 of the range.
    let checksum: UInt32
    /// Bytes that are sent first.
    var prefix: [UInt8] = []

    /// The bytes to send. Waits for the disk: worker threads.
    /// - Throws: where the file is shorter than it was, or its bytes are others.
    func read() throws(SystemError) -> [UInt8] {
        let bytes = try file.read(count, at: offset)
        guard CRC32.checksum(of: bytes) == checksum else {
            throw SystemError(call: "read", path: file.path, reason: "a tile's checksum is wrong")
        }
        return prefix.isEmpty ? bytes : prefix + bytes
    }
}

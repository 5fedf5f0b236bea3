// StoredTile: a tile that stands in a file as it is to be sent.

public import System

/// A range of a file, and what goes in front of it.
public struct StoredTile: Sendable {
    public let file: ReadOnlyFile
    public let offset: Int
    public let count: Int
    /// CRC-32 of the range.
    public let checksum: UInt32
    /// Bytes that are sent first.
    public let prefix: [UInt8]

    /// - Parameters:
    ///   - checksum: CRC-32 of the range.
    ///   - prefix: bytes that are sent before those of the range.
    public init(file: ReadOnlyFile, offset: Int, count: Int, checksum: UInt32, prefix: [UInt8] = []) {
        self.file = file
        self.offset = offset
        self.count = count
        self.checksum = checksum
        self.prefix = prefix
    }

    /// The bytes to send. Waits for the disk: worker threads.
    /// - Throws: where the file is shorter than it was, or its bytes are others.
    public func read() throws(SystemError) -> [UInt8] {
        let bytes = try file.read(count, at: offset)
        guard CRC32.checksum(of: bytes) == checksum else {
            throw SystemError(call: "read", path: file.path, reason: "a tile's checksum is wrong")
        }
        return prefix.isEmpty ? bytes : prefix + bytes
    }
}

extension StoredTile {
    /// A tile of a pyramid, at its place in the pyramid's file.
    public init(file: ReadOnlyFile, _ place: TileIndex.Place) {
        self.init(file: file, offset: place.offset, count: Int(place.count), checksum: place.checksum)
    }
}

// Reads stored tiles on a loop, when the page cache has them.

public import PyramidFormat
internal import System

extension StoredTile {
    /// The tile with its header lines, if the page cache has it. Never waits for the disk.
    /// - Parameter lines: makes the header lines of HTTP/1.
    /// - Returns: nil when a worker has to read the tile, or to find out what is wrong with it.
    public func imageNow(fields: ImageFields, lines: (_ fields: ImageFields, _ byteCount: Int) -> [UInt8]) -> EncodedImage? {
        let byteCount = prefix.count + count
        do throws(NotNow) {
            return unsafe try EncodedImage(fields: fields, head: lines(fields, byteCount), bodyCount: byteCount) {
                (memory) throws(NotNow) in
                unsafe memory.copyBytes(from: prefix)
                let stored = unsafe UnsafeMutableRawBufferPointer(rebasing: memory[prefix.count...])
                guard unsafe file.readNow(into: stored, at: offset) else { throw NotNow() }
                guard unsafe CRC32.checksum(of: UnsafeRawBufferPointer(stored)) == checksum else { throw NotNow() }
            }
        } catch {
            return nil
        }
    }
}

private struct NotNow: Error {}

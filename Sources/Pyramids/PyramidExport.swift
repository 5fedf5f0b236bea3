// PyramidExport: the pyramid of one image as a file of the caller's, outside any cache.

private import Geometry
private import Glibc
private import Imaging
public import Library

/// Writes pyramid files (SZI) where the caller wants them.
public struct PyramidExport: Sendable {
    /// JPEG quality, 1 to 100.
    public var quality: Int
    /// Threads that encode beside the one that decodes, at least 1.
    public var encoders: Int
    /// Bytes of memory for a decoder that holds the whole image.
    public var decodeMemory: Int

    /// What was written.
    public struct Result: Sendable {
        /// Of all levels, down to one pixel.
        public let tileCount: Int
        /// Of the file.
        public let byteCount: Int
    }

    public init(quality: Int, encoders: Int, decodeMemory: Int) {
        self.quality = quality
        self.encoders = encoders
        self.decodeMemory = decodeMemory
    }

    /// Builds the pyramid of an image on the calling thread and `encoders` others. The file appears when it is whole, and replaces what has
    /// its name; until then there is nothing to be seen of it, nor is anything left where this throws.
    /// - Parameters:
    ///   - name: of the tree in the file; without a slash.
    ///   - progress: told shares from 0 to 1, on the calling thread.
    ///   - isCancelled: asked often, on any of the threads.
    /// - Throws: `source` with what is wrong with the image, or `cancelled`; `cache` where the file cannot be written.
    public func write(
        _ record: ImageRecord, to target: String, name: String, progress: (Double) -> Void, isCancelled: @escaping @Sendable () -> Bool
    ) throws(TileError) -> Result {
        let need = record.description.decodeBytes
        guard need <= decodeMemory else { throw .source(.needsMemory(bytes: need, limit: decodeMemory)) }
        let slash = target.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
        let file = try TileError.wrapping { () throws(SystemError) in
            try UnfinishedFile(in: folder, canBeNameless: true) { "\(target).\(getpid()).part" }
        }
        let live = LivePyramid(DeepZoomLayout(record.grid))
        let writer = try TileError.wrapping { () throws(SystemError) in
            try PyramidWriter(to: file, name: name, grid: record.grid, format: record.pyramidFormat, live: live) { _ in }
        }
        do throws(ImagingError) {
            try PyramidBuilder(encoders: encoders).build(
                record.openSource(), record.description, tileSize: record.grid.tileSize,
                encoding: Encoding(record.pyramidFormat, quality: quality), into: writer, progress: progress, isCancelled: isCancelled)
            // The open file was watched; another one may have taken its place.
            guard SourceFile.Identity(path: record.path) == record.identity else { throw .changedWhileReading }
        } catch {
            throw writer.failure.map { .cache("\($0)") } ?? .source(error)
        }
        do {
            let pyramid = try writer.finish()
            _ = try file.publish(as: target, replacing: true)
            return Result(tileCount: live.layout.count, byteCount: pyramid.byteCount)
        } catch {
            throw .cache("\(error)")
        }
    }
}

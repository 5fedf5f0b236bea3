// PyramidExport: the pyramid of one image as a file of the caller's, outside any cache.

private import Geometry
private import Imaging
public import Library
internal import PyramidFormat
internal import System

/// Writes pyramid files (SZI) where the caller wants them.
public struct PyramidExport: Sendable {
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

    public init(encoders: Int, decodeMemory: Int) {
        self.encoders = encoders
        self.decodeMemory = decodeMemory
    }

    /// Builds the pyramid of an image on the calling thread and `encoders` others. The file appears when it is whole, and replaces what has
    /// its name; until then there is nothing to be seen of it, nor is anything left where this throws.
    /// - Parameters:
    ///   - name: of the tree in the file; without a slash.
    ///   - progress: receives the built share, from 0 to 1, on the calling thread.
    ///   - isCancelled: asked often, on any of the threads.
    /// - Throws: `source` with what is wrong with the image, or `cancelled`; `cache` where the file cannot be written.
    public func write(
        _ record: ImageRecord, to target: String, name: String, progress: (Double) -> Void, isCancelled: @escaping @Sendable () -> Bool
    ) throws(TileError) -> Result {
        let builder = PyramidBuilder(encoders: encoders)
        let need = builder.need(of: record, level: nil)
        guard need <= decodeMemory else { throw .source(.needsMemory(bytes: need, limit: decodeMemory)) }
        let slash = target.utf8.lastIndex(of: UInt8(ascii: "/"))
        let folder = slash.map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
        let file = try TileError.wrapping { () throws(SystemError) in
            // By chance, since processes in two containers can have the same number.
            try UnfinishedFile(in: folder, canBeNameless: true) { "\(target).\(String(UInt64.random(in: 0 ... .max), radix: 36)).part" }
        }
        let live = LivePyramid(DeepZoomLayout(record.grid))
        let writer = try TileError.wrapping { () throws(SystemError) in
            try PyramidWriter(to: file, name: name, grid: record.grid, format: record.tiles.format, live: live) { _ in }
        }
        let pyramid = try writer.write(
            record,
            by: { (source, record, encoding, writer, progress, isCancelled) throws(ImagingError) in
                try builder.build(
                    source, record.description, tileSize: record.grid.tileSize, encoding: encoding, into: writer, progress: progress,
                    isCancelled: isCancelled)
            }, progress: progress, isCancelled: isCancelled)
        _ = try TileError.wrapping { () throws(SystemError) in try file.publish(as: target, replacing: true) }
        return Result(tileCount: live.layout.count, byteCount: pyramid.byteCount)
    }

    /// True when a pyramid may replace an existing file: the file is empty, or a pyramid itself. A file that cannot be read is never replaced.
    public static func mayReplace(_ path: String) -> Bool {
        guard let file = try? ReadOnlyFile(path: path) else { return false }
        return file.count == 0 || begins(asPyramid: file)
    }

    /// True when a file's first entry is the descriptor of a DeepZoom tree, as in files of `PyramidWriter`.
    private static func begins(asPyramid file: ReadOnlyFile) -> Bool {
        guard let header = try? file.read(ZipRecords.localHeaderCount, at: 0),
            let count = ZipRecords.nameCount(ofLocalHeader: header),
            let name = try? file.read(count, at: header.count)
        else { return false }
        return name.suffix(4).elementsEqual(".dzi".utf8)
    }

    /// The name of the file when the operator names none: `lisboa.tif` becomes `lisboa.szi`, page 3 of `atlas.pdf` `atlas-3.szi`.
    public static func fileName(for record: ImageRecord) -> String {
        fileName(for: record.identifier, page: record.page)
    }

    /// - Parameter page: from 0.
    static func fileName(for identifier: String, page: Int) -> String {
        var name = identifier.utf8.split(separator: UInt8(ascii: "/")).last.map(Array.init) ?? []
        // Only a page other than the first must be in the identifier; a file's own name may have semicolons.
        if page > 0, let semicolon = name.lastIndex(of: UInt8(ascii: ";")) { name.removeSubrange(semicolon...) }
        if let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 { name.removeSubrange(dot...) }
        return String(decoding: name, as: UTF8.self) + (page > 0 ? "-\(page + 1)" : "") + ".szi"
    }
}

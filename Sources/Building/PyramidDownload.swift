// PyramidDownload: a finished pyramid as a file to hand out.

private import Imaging
internal import Library
internal import PyramidFormat
internal import System

/// An open pyramid file. It stays readable though the cache removes it. Any thread.
public final class PyramidDownload: Sendable {
    /// Bytes of the file.
    public let byteCount: Int
    /// Of all levels, down to one pixel.
    public let tileCount: Int
    /// A strong entity tag. Two builds of one version have the same tiles, perhaps in another order, and different tags then.
    public let entityTag: String
    private let file: ReadOnlyFile

    /// Reads the file's directory the first time: worker threads.
    init(_ pyramid: PyramidFile, _ version: ImageVersion) throws(SystemError) {
        byteCount = pyramid.byteCount
        tileCount = pyramid.tileCount
        file = pyramid.file
        entityTag = "\"\(version)-\(try pyramid.directoryDigest().prefix(32))\""
    }

    /// Reads a range of the file, which must lie within it. Waits for the disk: worker threads.
    /// - Throws: `cache` where it cannot be read.
    public func read(_ range: Range<Int>) throws(TileError) -> [UInt8] {
        try TileError.wrapping { () throws(SystemError) in try file.read(range.count, at: range.lowerBound) }
    }
}

/// What there is of a pyramid that is asked for as a file.
public enum PyramidAnswer: Sendable {
    case file(PyramidDownload)
    /// It is being built; the share that is done, from 0 to 1.
    case building(progress: Double)
    /// The image's file holds levels of its own, so that there is no pyramid, or one of its small levels only.
    case native
}

// TIFFFile: the border to libtiff, which reads the directories of a file. libvips reads the pixels.
private import CTIFF
internal import Geometry
private import Glibc

/// A TIFF or BigTIFF of either byte order. One thread at a time.
@safe struct TIFFFile: ~Copyable {
    private let file: ImageSource
    private let handle: OpaquePointer
    /// The number of directories that `directories` and `subDirectories` have read.
    private var readCount = 0
    /// The offsets of sub-directories by the offset of their parent.
    private var children: [Int: [UInt64]] = [:]

    /// Directories that are read at most, sub-directories included.
    private static let maximumDirectories = 10_000
    private static let maximumSubDirectories = 64

    /// Nil when the file's first bytes are not those of a TIFF.
    /// - Throws: `damaged` when its first directory cannot be read; `changedWhileReading` or `io`.
    init?(_ file: ImageSource) throws(ImagingError) {
        guard try Self.isTIFF(file) else { return nil }
        var failure: Int32 = 0
        var source = file.forC
        guard let handle = unsafe azt_open(&source, &failure) else {
            throw Self.error(failure, of: file)
        }
        guard failure == 0 else {
            unsafe azt_close(handle)
            throw Self.error(failure, of: file)
        }
        self.file = file
        unsafe self.handle = unsafe handle
    }

    deinit { unsafe azt_close(handle) }

    static func isTIFF(_ file: ImageSource) throws(ImagingError) -> Bool {
        let head = try file.bytes(at: 0, count: 8)
        return head.count == 8
            && [[0x49, 0x49, 42, 0], [0x4d, 0x4d, 0, 42], [0x49, 0x49, 43, 0], [0x4d, 0x4d, 0, 43]].contains(head[..<4])
    }

    /// True when the first directory, which must be the current one, is that of a slide of Hamamatsu's. Read as a TIFF, the slide would be
    /// a strip that is too large for libjpeg.
    var isSlide: Bool { unsafe azt_has(handle, 65_420) != 0 }

    /// The directories of the top level, in the file's order. Stops without an error at a directory that cannot be read, and when the chain
    /// is a circle: the decoder reports the damage when it gets there.
    mutating func directories() throws(ImagingError) -> [TIFFDirectory] {
        var result: [TIFFDirectory] = []
        repeat {
            let directory = current(page: result.count, subIFD: nil)
            result.append(directory)
            readCount += 1
            var offsets = [UInt64](repeating: 0, count: Self.maximumSubDirectories)
            let count = unsafe azt_sub_directories(handle, &offsets, offsets.count)
            if count > 0 { children[directory.offset] = Array(offsets.prefix(count)) }
        } while unsafe readCount < Self.maximumDirectories && azt_next(handle) != 0
        try checkReads()
        return result
    }

    /// The sub-directories of one of `directories`, in order, up to the limit for the whole file.
    mutating func subDirectories(of parent: TIFFDirectory) throws(ImagingError) -> [TIFFDirectory] {
        var result: [TIFFDirectory] = []
        for offset in children[parent.offset] ?? [] {
            guard readCount < Self.maximumDirectories, unsafe azt_go(handle, offset) != 0 else { break }
            readCount += 1
            result.append(current(page: parent.page, subIFD: result.count))
        }
        try checkReads()
        return result
    }

    /// The abbreviated JPEG that all tiles of a directory share; empty when there is none.
    mutating func jpegTables(of directory: TIFFDirectory) throws(ImagingError) -> [UInt8] {
        try go(to: directory)
        var count = 0
        guard let tables = unsafe azt_jpeg_tables(handle, &count) else { return [] }
        return unsafe [UInt8](UnsafeBufferPointer(start: tables, count: count))
    }

    /// The offset and the number of bytes of each tile or strip of a directory.
    mutating func chunks(of directory: TIFFDirectory) throws(ImagingError) -> (offsets: [UInt64], counts: [UInt64]) {
        // Each place takes at least two bytes of the file: a false number of tiles must not take memory.
        guard directory.chunkCount <= file.identity.size / 2 else { throw .damaged(reason: "the file is too short for its tiles") }
        try go(to: directory)
        var offsets = [UInt64](repeating: 0, count: directory.chunkCount)
        var counts = offsets
        guard unsafe azt_chunks(handle, &offsets, &counts, offsets.count) != 0 else { throw error() }
        return (offsets, counts)
    }

    private func go(to directory: TIFFDirectory) throws(ImagingError) {
        guard unsafe azt_go(handle, UInt64(directory.offset)) != 0 else { throw error() }
        try checkReads()
    }

    private func current(page: Int, subIFD: Int?) -> TIFFDirectory {
        var found = AztDirectory()
        unsafe azt_directory(handle, &found)
        return TIFFDirectory(
            size: PixelSize(width: Int(found.width), height: Int(found.height)),
            chunkSize: PixelSize(width: Int(found.chunk_width), height: Int(found.chunk_height)),
            isTiled: found.is_tiled != 0 && found.chunk_width > 0 && found.chunk_height > 0,
            chunkCount: Int(clamping: found.chunk_count),
            isReduced: found.kind & 1 != 0, isMask: found.kind & 4 != 0,
            compression: Int(found.compression), photometric: Int(found.photometric),
            samplesPerPixel: Int(found.samples_per_pixel), bitsPerSample: Int(found.bits_per_sample),
            isContiguous: found.planar_configuration != 2, orientation: Int(found.orientation), hasProfile: found.has_profile != 0,
            offset: Int(clamping: found.offset), page: page, subIFD: subIFD)
    }

    /// Throws when a read has failed, since libtiff takes that for the end of a chain.
    private func checkReads() throws(ImagingError) {
        guard unsafe azt_failure(handle) == 0 else { throw error() }
    }

    private func error() -> ImagingError { Self.error(unsafe azt_failure(handle), of: file) }

    /// `io` or `changedWhileReading` when a read has failed; else the file itself is damaged.
    private static func error(_ failure: Int32, of file: ImageSource) -> ImagingError {
        if failure == 0 { return .damaged(reason: "no directory can be read") }
        return file.isUnchanged ? .io(reason: file.reason(failure)) : .changedWhileReading
    }
}

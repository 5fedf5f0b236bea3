// PyramidWriter: writes the tiles of a build, batch by batch, into an uncompressed zip, and enters them in the index of the live pyramid.

internal import Geometry
internal import Protocols
internal import Imaging
internal import PyramidFormat
private import Synchronization
internal import System

/// Writes one pyramid as an SZI. Threads that encode have a batch each; batches take their places in the file by one addition.
public final class PyramidWriter: Sendable {
    let file: UnfinishedFile
    let live: LivePyramid
    fileprivate let names: PyramidNames
    private let format: ImageFormat
    /// The descriptions at the beginning of the file.
    private let descriptions: [(name: [UInt8], place: TileIndex.Place)]
    private let start: Int
    /// Where the next batch goes.
    private let end: Atomic<Int>
    private let error = Mutex<SystemError?>(nil)
    private let grew: @Sendable (Int) -> Void

    /// Begins the file with its descriptions.
    /// - Parameters:
    ///   - name: the name of the tree in the zip; without a slash.
    ///   - live: receives the place of every tile that is written.
    ///   - start: bytes to leave free at the beginning of the file.
    ///   - grew: receives the size that the file is about to have, in bytes, on the threads that write.
    init(
        to file: UnfinishedFile, name: String, grid: PyramidGrid, format: ImageFormat, live: LivePyramid, start: Int = 0,
        grew: @escaping @Sendable (Int) -> Void
    ) throws(SystemError) {
        self.file = file
        self.live = live
        self.format = format
        self.start = start
        self.grew = grew
        names = PyramidNames(name, format: format)
        var head: [UInt8] = []
        var descriptions: [(name: [UInt8], place: TileIndex.Place)] = []
        let contents = [
            (names.descriptor, DeepZoomDescriptor.xml(grid, format: format)), (names.properties, PyramidNames.properties(of: grid)),
        ]
        for (name, text) in contents {
            var place = TileIndex.Place(offset: 0, count: UInt32(text.count), checksum: CRC32.checksum(of: text))
            ZipRecords.appendLocalHeader(place, nameCount: name.count, flags: names.flags, to: &head)
            head += name
            place.offset = start + head.count
            head += text
            descriptions.append((name, place))
        }
        self.descriptions = descriptions
        end = Atomic(start + head.count)
        grew(start + head.count)
        try file.write(head, at: start)
        live.begin(file.reading)
    }

    /// What the system had against writing, where it had.
    var failure: SystemError? { error.withLock { $0 } }

    /// How many of DeepZoom's levels are written, from the single pixel on.
    var levelCount: Int { live.layout.levelCount }

    /// True when a waiter needs a tile that is not written yet.
    var isWaitedFor: Bool { live.isWaitedForTile }

    /// One for each thread that encodes.
    func makeBatch() -> Batch { Batch(of: self) }

    /// Writes a batch at the end of the file.
    /// - Returns: the offset of the batch in the file.
    fileprivate func write(_ batch: UnsafeRawBufferPointer) throws(ImagingError) -> Int {
        let offset = end.wrappingAdd(batch.count, ordering: .relaxed).oldValue
        grew(offset + batch.count)
        do throws(SystemError) {
            try unsafe file.write(batch, at: offset)
        } catch let failure {
            error.withLock { error in error = error ?? failure }
            throw .io(reason: "\(failure)")
        }
        return offset
    }

    /// Writes the directory behind the tiles, and waits until all is on the disk. Call once, when every batch is flushed.
    func finish() throws(PyramidFileError) -> PyramidFile {
        let index = live.index
        guard let index, index.missing == 0 else { throw .damaged("\(file.reading.path): tiles are missing") }
        let first = end.load(ordering: .acquiring)
        var next = first
        do throws(SystemError) {
            var piece: [UInt8] = []
            for (name, place) in descriptions { ZipRecords.appendDirectoryEntry(place, name: name, flags: names.flags, to: &piece) }
            var name: [UInt8] = []
            try index.layout.forEach { slot, tile throws(SystemError) in
                guard let place = index[slot] else { return }
                name.removeAll(keepingCapacity: true)
                names.append(tile, to: &name)
                ZipRecords.appendDirectoryEntry(place, name: name, flags: names.flags, to: &piece)
                guard piece.count >= PyramidWriter.pieceCount else { return }
                grew(next + piece.count)
                try file.write(piece, at: next)
                next += piece.count
                piece.removeAll(keepingCapacity: true)
            }
            let directory = first..<next + piece.count
            ZipRecords.appendEnd(entryCount: index.layout.count + descriptions.count, directory: directory, to: &piece)
            grew(next + piece.count)
            try file.write(piece, at: next)
            try file.synchronise()
            return PyramidFile(
                file.reading, index: index, format: format, directory: directory, byteCount: next + piece.count)
        } catch {
            throw .system(error)
        }
    }

    /// The directory is written in pieces of so many bytes.
    private static let pieceCount = 1 << 20
}

extension PyramidWriter {
    /// What one thread has encoded and not written yet. Not shared.
    @safe final class Batch {
        /// Bytes from which on a batch is written.
        static let fill = 2 << 20

        private let writer: PyramidWriter
        /// Up to that mark, and the tile that passes it. What is not used of it costs no memory.
        private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)
        private var used = 0
        /// Tiles by slot, their offsets within the batch.
        private var tiles: [(slot: Int, place: TileIndex.Place)] = []
        /// A local header and its name.
        private var header: [UInt8] = []

        fileprivate init(of writer: PyramidWriter) { self.writer = writer }

        deinit { unsafe memory.deallocate() }

        /// Encodes one tile straight into the batch's memory.
        /// - Parameters:
        ///   - tile: with DeepZoom's level number. Each tile is given once.
        ///   - room: bytes that the tile can have at most.
        ///   - fill: writes the tile into at least `room` bytes and returns how many they are, at least one.
        /// - Throws: what `fill` throws, and `io` with the system's reason where the batch is full and cannot be written.
        func append(
            _ tile: TileAddress, room: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(ImagingError) -> Int
        ) throws(ImagingError) {
            guard let slot = writer.live.layout.slot(deepZoom: tile) else { preconditionFailure("the pyramid has no tile \(tile)") }
            makeRoom(ZipRecords.localHeaderCount + writer.names.longest + room)
            // The name first, since its length says where the tile begins; the rest of the header when there is a tile to describe.
            header.removeAll(keepingCapacity: true)
            writer.names.append(tile, to: &header)
            let nameCount = header.count
            let first = used + ZipRecords.localHeaderCount + nameCount
            let count = try unsafe fill(UnsafeMutableRawBufferPointer(rebasing: memory[first...]))
            guard let size = UInt32(exactly: count), size > 0 else { preconditionFailure("a tile of \(count) bytes") }
            let checksum = unsafe CRC32.checksum(of: UnsafeRawBufferPointer(rebasing: memory[first..<first + count]))
            let place = TileIndex.Place(offset: first, count: size, checksum: checksum)
            header.removeAll(keepingCapacity: true)
            ZipRecords.appendLocalHeader(place, nameCount: nameCount, flags: writer.names.flags, to: &header)
            writer.names.append(tile, to: &header)
            unsafe memory[used..<first].copyBytes(from: header)
            tiles.append((slot, place))
            used = first + count
            if used >= Batch.fill { try flush() }
        }

        /// Writes what has gathered; from then on it can be read.
        /// - Throws: `io` with the system's reason.
        func flush() throws(ImagingError) {
            guard used > 0 else { return }
            let offset = try unsafe writer.write(UnsafeRawBufferPointer(rebasing: memory[..<used]))
            for index in tiles.indices { tiles[index].place.offset += offset }
            writer.live.publish(tiles)
            tiles.removeAll(keepingCapacity: true)
            used = 0
        }

        private func makeRoom(_ count: Int) {
            guard unsafe used + count > memory.count else { return }
            let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: Batch.fill + count, alignment: 64)
            if used > 0 { unsafe larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<used])) }
            unsafe memory.deallocate()
            unsafe memory = unsafe larger
        }
    }
}

import Geometry
import Testing
@testable import Imaging

/// A source without a descriptor and without a path, as an object in a bucket is.
@Suite struct ByteSourceTests {
    let folder = Folder()

    private static let region = RegionRender(region: PixelRect(x: 30, y: 20, width: 150, height: 100), encoding: Encoding(.png))

    /// Everything that is read from an image.
    private struct Reading: Equatable {
        var description: ImageDescription
        var thumbnail: [UInt8]
        var planes: [Picture] = []
        var part: [UInt8]
        var regions: [[UInt8]] = []
        var tiles: [[UInt8]?] = []
        var outlines: [ImageDescription.Page?]?

        init(_ source: ImageSource, isLenient: Bool) throws(ImagingError) {
            description = try ImageDescription.describe(source, isLenient: isLenient)
            thumbnail = try source.thumbnail(description, side: 120, quality: 80)
            part = try source.part(description, ByteSourceTests.region)
            outlines = try description.outlines(in: source, limit: 10)
            var planes: [Picture] = []
            try source.readAllStrips(description) { strip in planes.append(Picture(strip, plane: 0)) }
            self.planes = planes
            guard !description.sourceLevels.isEmpty else { return }
            let reader = try ImageReader(source, description)
            for level in reader.levels {
                let whole = PixelRect(level.size)
                regions.append(try level.render(RegionRender(region: whole, encoding: Encoding(.png))))
            }
            for (level, places) in zip(description.sourceLevels, reader.tiles) {
                guard case .open = level.passthrough, let places else { continue }
                for row in 0..<places.rows {
                    for column in 0..<places.columns { tiles.append(try places.passthroughBytes(column: column, row: row)) }
                }
            }
        }
    }

    @Test("Everything is the same as from a file", arguments: SampleFile.allCases, [false, true])
    func sameAsAFile(kind: SampleFile, isLenient: Bool) throws {
        let bytes = try kind.bytes(in: folder)
        let file = try Reading(folder.source(bytes, kind.rawValue), isLenient: isLenient)
        let memory = MemorySource(bytes)
        #expect(try Reading(ImageSource(memory), isLenient: isLenient) == file)
        #expect(memory.reads > 0)
        #expect((kind == .jpegTiles) == file.tiles.contains { $0 != nil })
        #expect((kind == .pdf) == (file.outlines?.count == 2))
    }

    /// Fails each read of a source in its turn.
    private func failEachRead<Value: Equatable>(_ bytes: [UInt8], _ body: (ImageSource) throws(ImagingError) -> Value) throws {
        try ImagingTests.failEachRead(expecting: body(ImageSource(MemorySource(bytes)))) { read in
            let memory = MemorySource(bytes, failingRead: read)
            let result = Result { () throws(ImagingError) in try body(ImageSource(memory)) }
            return (result, memory.hasFailed)
        }
    }

    @Test("A read that fails is neither damage nor another picture", arguments: SampleFile.allCases, [false, true])
    func failingReads(kind: SampleFile, isLenient: Bool) throws {
        let bytes = try kind.bytes(in: folder)
        try failEachRead(bytes) { (source) throws(ImagingError) in try ImageDescription.describe(source, isLenient: isLenient) }
        let description = try ImageDescription.describe(ImageSource(MemorySource(bytes)), isLenient: isLenient)
        try failEachRead(bytes) { (source) throws(ImagingError) in try source.thumbnail(description, side: 120, quality: 80) }
        try failEachRead(bytes) { (source) throws(ImagingError) in
            var planes: [Picture] = []
            try source.readAllStrips(description) { strip in planes.append(Picture(strip, plane: 0)) }
            return planes
        }
        guard !description.sourceLevels.isEmpty else { return }
        try failEachRead(bytes) { (source) throws(ImagingError) in
            try ImageReader(source, description).levels[0].render(ByteSourceTests.region)
        }
    }

    @Test("The error of a failed read has the source's own words", arguments: [SampleFile.png, .progressive, .tiles])
    func words(kind: SampleFile) throws {
        let memory = MemorySource(try kind.bytes(in: folder), failingRead: 0)
        #expect(throws: ImagingError.io(reason: MemorySource.failure.reason)) { try ImageDescription.describe(ImageSource(memory)) }
        let bytes = try kind.bytes(in: folder)
        let description = try ImageDescription.describe(ImageSource(MemorySource(bytes)))
        let failing = MemorySource(bytes, failingRead: 0)
        #expect(throws: ImagingError.io(reason: MemorySource.failure.reason)) {
            try ImageSource(failing).thumbnail(description, side: 120, quality: 80)
        }
    }

    @Test("A source that changes is an error", arguments: SampleFile.allCases, [Int.max, 100])
    func changes(kind: SampleFile, count: Int) throws {
        let memory = MemorySource(try kind.bytes(in: folder))
        let source = ImageSource(memory)
        let description = try ImageDescription.describe(source)
        let reader = try ImageReader(source, description)
        memory.change(cutTo: count)
        #expect(throws: ImagingError.changedWhileReading) { try ImageDescription.describe(source) }
        #expect(throws: ImagingError.changedWhileReading) { try source.thumbnail(description, side: 120, quality: 80) }
        #expect(throws: ImagingError.changedWhileReading) { try source.readAllStrips(description) }
        for level in reader.levels {
            let whole = RegionRender(region: PixelRect(level.size), encoding: Encoding(.png))
            #expect(throws: ImagingError.changedWhileReading) { try level.render(whole) }
        }
    }

    @Test("A library that opens its file by path refuses a source without one")
    func needsAPath() throws {
        let reason = "an image of this format has to be a local file, since the library that reads it opens it by path"
        let source = ImageSource(MemorySource([1, 2, 3]))
        #expect(throws: ImagingError.unreadable(reason: reason)) { try source.openPath() }
        #expect(throws: ImagingError.unreadable(reason: reason)) {
            try Loader.ndpi.open(source, sequential: true, isLenient: false)
        }
        #expect(try source.duplicateDescriptor() == nil)
    }

    @Test("A decoder keeps its source alive, and lets it go")
    func lifetime() throws {
        weak var kept: ImageSource?
        weak var bytes: MemorySource?
        do {
            let memory = MemorySource(try SampleFile.png.bytes(in: folder))
            bytes = memory
            var image: ImageHandle?
            do {
                let source = ImageSource(memory)
                kept = source
                image = try Loader.png.open(source, sequential: true, isLenient: false)
            }
            #expect(kept != nil)
            #expect(try image?.inMemory().width == 300)
            image = nil
        }
        #expect(kept == nil && bytes == nil)
    }

    @Test("A file and an object in a bucket have parts for their versions")
    func versionParts() {
        let file = SourceIdentity(size: 10, modified: 20, revision: .file(device: 1, inode: 2))
        #expect(file.versionParts == ["10", "20"])
        let copied = SourceIdentity(size: 10, modified: 20, revision: .file(device: 1, inode: 3))
        #expect(copied != file && copied.versionParts == file.versionParts)
        let object = SourceIdentity(size: 10, modified: 20, revision: .tag("abc"))
        #expect(object.versionParts == ["10", "abc"])
    }
}

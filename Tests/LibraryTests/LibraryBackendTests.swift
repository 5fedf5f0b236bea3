// A library over another backend than a folder.

import Geometry
import Imaging
@testable import Library
import Testing
import TestSupport

@Suite struct LibraryBackendTests {
    private let backend = MemoryBackend()
    private let library: ImageLibrary

    init() {
        #expect(isLibraryStarted)
        library = ImageLibrary(backend, parameters: .init(tiles: TilePolicy(tileSize: 256), maxSourcePixels: 1_000_000, fingerprint: "f"))
        backend.put("a.ppm", ppm(width: 600, height: 300))
        backend.put("maps/book.tif", tiff([(30, 10), (20, 15)]))
        backend.put("maps/notes.txt", Array("no image".utf8))
    }

    @Test("Objects are listed by name, and those of one folder by themselves")
    func list() {
        #expect(library.files() == ["a.ppm", "maps/book.tif", "maps/notes.txt"])
        #expect(library.list(after: nil, limit: 10).records.map(\.identifier) == ["a.ppm", "maps/book.tif"])
        #expect(library.images(in: "maps", limit: 10)?.images.map(\.identifier) == ["maps/book.tif"])
        #expect(library.images(in: "missing", limit: 10) == nil)
        #expect(!library.holds(folder: "/"))
    }

    @Test("An object has a record, with the backend's location and the version of its tag")
    func record() throws {
        let record = try library.record("a.ppm")
        #expect(record.identifier == "a.ppm" && record.location == "memory:a.ppm" && record.page == 0)
        #expect(record.grid == PyramidGrid(size: PixelSize(width: 600, height: 300), tileSize: 256))
        #expect(record.lastModified == 1_000_000_000)
        #expect(
            record.version
                == ImageVersion(
                    ["memory:a.ppm", "0", "540015", "tag 1", "256", "jpg", "quality 80", "background 255,255,255", "strict", "f"]))
        #expect(try library.record("a.ppm") === record)
        #expect(throws: LibraryError.self) { try library.record("missing.ppm") }
        #expect(throws: LibraryError.self) { try library.record("maps/notes.txt") }
    }

    @Test("The pages of an object are those of its file")
    func pages() throws {
        let record = try library.record("maps/book.tif")
        #expect(library.pages(of: record, limit: 10).images.map(\.identifier) == ["maps/book.tif", "maps/book.tif;2"])
        #expect(try library.record("maps/book.tif;2").grid.size == PixelSize(width: 20, height: 15))
    }

    @Test("A sidecar is another object")
    func sidecar() throws {
        let record = try library.record("a.ppm")
        #expect(!record.hasSidecar && library.sidecar(of: record, sizeLimit: 100) == nil)
        backend.put("a.ppm.json", Array("{\"a\":1}".utf8))
        #expect(try library.record("a.ppm") === record && record.hasSidecar)
        let file = try #require(library.sidecar(of: record, sizeLimit: 3))
        #expect(file.location == "memory:a.ppm.json" && file.bytes == Array("{\"a\"".utf8))
    }

    @Test("A record opens its source, and a thumbnail is made of it")
    func thumbnail() throws {
        let record = try library.record("a.ppm")
        let source = try record.openSource()
        let thumbnail = try source.thumbnail(record.description, side: 100, quality: 80)
        let folder = TemporaryFolder()
        folder.write("thumbnail.jpg", thumbnail)
        let size = try ImageDescription.describe(ImageSource(path: folder / "thumbnail.jpg")).size
        #expect(size == PixelSize(width: 100, height: 50))
    }

    @Test("An object that changes has another record, and the old record does not open it")
    func changes() throws {
        let record = try library.record("a.ppm")
        let source = try record.openSource()
        #expect(record.isSourceUnchanged())
        backend.put("a.ppm", ppm(width: 600, height: 300, shade: 9))
        #expect(!record.isSourceUnchanged())
        #expect(throws: ImagingError.changedWhileReading) { try record.openSource() }
        #expect(throws: ImagingError.changedWhileReading) { try source.thumbnail(record.description, side: 100, quality: 80) }
        let other = try library.record("a.ppm")
        #expect(other !== record && other.version != record.version)
        backend.delete("a.ppm")
        #expect(throws: ImagingError.notFound) { try other.openSource() }
        #expect(throws: LibraryError.self) { try library.record("a.ppm") }
    }
}

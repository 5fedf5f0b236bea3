// From identifiers to records, as files come, change and go.

import Geometry
import Glibc
import Imaging
@testable import Library
import System
import Testing
import TestSupport

@Suite struct ImageLibraryTests {
    init() { #expect(isLibraryStarted) }

    private func library(_ folder: TemporaryFolder, tileSize: Int = 256, maxSourcePixels: Int = 1_000_000, fingerprint: String = "f") throws
        -> ImageLibrary
    {
        try ImageLibrary(
            folder: folder.path,
            parameters: .init(tiles: TilePolicy(tileSize: tileSize), maxSourcePixels: maxSourcePixels, fingerprint: fingerprint))
    }

    private func error(_ library: ImageLibrary, _ identifier: String) -> LibraryError? {
        do {
            _ = try library.record(identifier)
            return nil
        } catch {
            return error
        }
    }

    private func isNotFound(_ library: ImageLibrary, _ identifier: String) -> Bool {
        if case .notFound = error(library, identifier) { true } else { false }
    }

    @Test("A record describes its file")
    func record() throws {
        let folder = TemporaryFolder()
        folder.write("maps/a.ppm", ppm(width: 600, height: 300))
        folder.touch("maps/a.ppm", seconds: 1_000_000_000, nanoseconds: 999_999_999)
        let before = MonotonicClock.milliseconds
        let record = try library(folder).record("maps/a.ppm")
        let after = MonotonicClock.milliseconds
        #expect(record.identifier == "maps/a.ppm" && record.location == folder / "maps/a.ppm" && record.page == 0)
        #expect(record.grid == PyramidGrid(size: PixelSize(width: 600, height: 300), tileSize: 256))
        #expect(record.lastModified == 1_000_000_000)
        // However long that look took.
        #expect(record.currency(at: before) == .fresh && record.currency(at: after + ImageRecord.lifetime) == .stale)
    }

    @Test("A file named by its path is the same image as in a served folder")
    func anywhere() throws {
        let folder = TemporaryFolder()
        folder.write("maps/a.ppm", ppm(width: 600, height: 300))
        folder.write(".hidden/b.tif", tiff([(10, 20), (30, 40)]))
        folder.link("maps/link.ppm", to: folder / ".hidden/b.tif")
        let parameters = ImageLibrary.Parameters(tiles: TilePolicy(tileSize: 256), maxSourcePixels: 1_000_000, fingerprint: "f")
        let record = try ImageLibrary.record(at: folder / "maps/../maps/a.ppm", parameters)
        #expect(record.identifier == "a.ppm" && record.location == folder / "maps/a.ppm")
        #expect(try record.version == library(folder).record("maps/a.ppm").version)
        let page = try ImageLibrary.record(at: folder / "maps/link.ppm;2", parameters)
        #expect(
            page.identifier == "b.tif;2" && page.location == folder / ".hidden/b.tif" && page.grid.size == PixelSize(width: 30, height: 40))
        for path in ["", "missing", folder / "missing.ppm", folder / "maps", folder / "maps/a.ppm;2", folder / "maps/a.ppm;0"] {
            #expect(throws: LibraryError.self) { try ImageLibrary.record(at: path, parameters) }
        }
        #expect(try library(folder).files() == ["maps/a.ppm", "maps/link.ppm"])
    }

    @Test("An unchanged file has the same record")
    func known() throws {
        let folder = TemporaryFolder()
        folder.write("a.ppm", ppm(width: 6, height: 3))
        let library = try library(folder)
        #expect(try library.record("a.ppm") === library.record("a.ppm"))
    }

    @Test("A name without an image is not found")
    func notFound() throws {
        let folder = TemporaryFolder()
        folder.write("text.ppm", Array("no image at all".utf8))
        folder.write("empty.ppm", [])
        folder.write("a.ppm", ppm(width: 6, height: 3))
        folder.makeFolder("folder.ppm")
        precondition(mkfifo(folder / "pipe.ppm", 0o644) == 0)
        let library = try library(folder)
        for name in [
            "missing.ppm", "text.ppm", "empty.ppm", "folder.ppm", "pipe.ppm", "../a.ppm", "a.ppm;0", "a.ppm;2", "a.ppm;01", "a.ppm;x",
            "a.ppm;", ";1", "",
        ] {
            #expect(isNotFound(library, name), "\(name)")
        }
    }

    @Test("A version depends on the file and the parameters")
    func versions() throws {
        let folder = TemporaryFolder()
        folder.write("a.ppm", ppm(width: 6, height: 3))
        folder.write("b.ppm", ppm(width: 6, height: 3))
        folder.touch("a.ppm", seconds: 1_000)
        folder.touch("b.ppm", seconds: 1_000)
        var versions = [
            try library(folder).record("a.ppm").version, try library(folder).record("b.ppm").version,
            try library(folder, tileSize: 512).record("a.ppm").version, try library(folder, fingerprint: "g").record("a.ppm").version,
        ]
        let library = try library(folder)
        #expect(try library.record("a.ppm").version == versions[0], "the same in another process")
        folder.touch("a.ppm", seconds: 1_000, nanoseconds: 1)
        versions.append(try library.record("a.ppm").version)
        folder.write("a.ppm", ppm(width: 6, height: 4))
        folder.touch("a.ppm", seconds: 1_000)
        let record = try library.record("a.ppm")
        #expect(record.grid.size.height == 4)
        versions.append(record.version)
        #expect(Set(versions).count == versions.count)
        folder.write("a.ppm", ppm(width: 6, height: 3))
        folder.touch("a.ppm", seconds: 1_000)
        #expect(try library.record("a.ppm").version == versions[0], "as it was before")
    }

    @Test("A page is named behind a semicolon")
    func pages() throws {
        let folder = TemporaryFolder()
        folder.write("a.ppm", ppm(width: 6, height: 3))
        folder.write("b.ppm", ppm(width: 6, height: 3))
        folder.write("b.ppm;1", ppm(width: 8, height: 3))
        let library = try library(folder)
        let first = try library.record("a.ppm;1")
        #expect(first.page == 0 && first.identifier == "a.ppm;1")
        #expect(first.version == (try library.record("a.ppm").version))
        #expect(try library.record("b.ppm;1").grid.size.width == 8, "a file's own name wins")
        #expect(try library.record("b.ppm;1;1").grid.size.width == 8)
        #expect(isNotFound(library, "a.ppm;1000000"))
    }

    @Test("Each page of a file has a record")
    func pagesOfOneFile() throws {
        let folder = TemporaryFolder()
        folder.write("book.tif", tiff([(30, 10), (20, 15), (30, 10)]))
        let library = try library(folder)
        #expect(try library.record("book.tif").description.pages == 3)
        #expect(try library.record("book.tif;2").grid.size == PixelSize(width: 20, height: 15))
        #expect(try library.record("book.tif;3").page == 2)
        #expect(try library.record("book.tif;1").version == library.record("book.tif").version)
        #expect(try library.record("book.tif;3").version != library.record("book.tif").version, "the same pixels, another page")
        for page in ["0", "4", "-1", "02"] { #expect(isNotFound(library, "book.tif;\(page)")) }
        #expect(library.list(after: nil, limit: 10).records.map(\.identifier) == ["book.tif"])
    }

    @Test(
        "The file's own square tiles of a usual size are those of the grid",
        arguments: [(64, 256), (128, 128), (129, 256), (136, 256), (240, 240), (511, 256), (512, 512)])
    func tileSizes(
        _ stored: Int, _ expected: Int
    )
        throws
    {
        let folder = TemporaryFolder()
        folder.write("a.tif", tiff([(600, 300)], tileSize: stored))
        #expect(try library(folder).record("a.tif").grid.tileSize == expected)
    }

    @Test("A failure is remembered as long as its file is the same")
    func failures() throws {
        let folder = TemporaryFolder()
        folder.write("a.ppm", ppm(width: 2_000, height: 1_000))
        folder.write("b.ppm", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0])
        let library = try library(folder)
        for _ in 0..<2 {
            guard case .unusable(.tooLarge(2_000_000, 1_000_000)) = error(library, "a.ppm") else {
                Issue.record("\(String(describing: error(library, "a.ppm")))")
                return
            }
            #expect(error(library, "b.ppm") != nil)
        }
        folder.write("a.ppm", ppm(width: 20, height: 10))
        folder.write("b.ppm", ppm(width: 6, height: 3))
        #expect(try library.record("a.ppm").grid.size.width == 20)
        #expect(try library.record("b.ppm").grid.size.width == 6)
        folder.delete("a.ppm")
        #expect(isNotFound(library, "a.ppm"))
    }

    /// Runs in a process of its own.
    @Test("A lack of descriptors is not remembered")
    func wantIsNotRemembered() async {
        await #expect(processExitsWith: .success) {
            precondition(isLibraryStarted)
            let folder = TemporaryFolder()
            folder.write("a.ppm", ppm(width: 6, height: 3))
            let library = try ImageLibrary(
                folder: folder.path, parameters: .init(tiles: TilePolicy(tileSize: 256), maxSourcePixels: 1_000, fingerprint: ""))
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(7), &limit)
            var none = limit
            none.rlim_cur = 0
            setrlimit(__rlimit_resource_t(7), &none)
            var isRefused = false
            do { _ = try library.record("a.ppm") } catch { isRefused = true }
            setrlimit(__rlimit_resource_t(7), &limit)
            precondition(isRefused)
            _ = try library.record("a.ppm")
        }
    }

    /// Even when they are two names of one file.
    @Test("Two spellings of one accented letter are two names")
    func lookalikes() throws {
        let folder = TemporaryFolder()
        let (composed, decomposed) = ("caf\u{E9}.ppm", "cafe\u{301}.ppm")
        folder.write(composed, ppm(width: 6, height: 3))
        folder.write(decomposed, ppm(width: 8, height: 3))
        let library = try library(folder)
        for _ in 0..<2 {
            #expect(try library.record(composed).grid.size.width == 6)
            #expect(try library.record(decomposed).grid.size.width == 8)
        }
        folder.delete(decomposed)
        #expect(isNotFound(library, decomposed))
        Glibc.link(folder / composed, folder / decomposed)
        #expect(try Array(library.record(composed).identifier.utf8) == Array(composed.utf8))
        #expect(try Array(library.record(decomposed).identifier.utf8) == Array(decomposed.utf8))
    }

    /// Other programs and systems set odd times.
    @Test("Any time of modification has a version", arguments: [-1, -86_400 * 365 * 60, 0, 4_102_444_800, 9_223_372_036, 13_569_465_600])
    func oddTimes(_ seconds: Int) throws {
        let folder = TemporaryFolder()
        folder.write("a.ppm", ppm(width: 6, height: 3))
        folder.touch("a.ppm", seconds: seconds, nanoseconds: 5)
        let record = try library(folder).record("a.ppm")
        #expect(record.grid.size.width == 6)
        #expect(try library(folder).record("a.ppm").version == record.version)
    }
}

// The files beside images, as they come and go.

import Geometry
import Glibc
@testable import Library
import Testing
import TestSupport

@Suite struct SidecarFileTests {
    private let folder = TemporaryFolder()

    init() { #expect(isLibraryStarted) }

    private func library() throws -> ImageLibrary {
        try ImageLibrary(
            folder: folder / "images", parameters: .init(tiles: TilePolicy(tileSize: 256), maxSourcePixels: 1_000_000, fingerprint: "f"))
    }

    private func text(_ library: ImageLibrary, _ identifier: String, limit: Int = 100) throws -> String? {
        let record = try library.record(identifier)
        return library.sidecar(of: record, sizeLimit: limit).map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test("A sidecar comes and goes without a new version of its image")
    func comesAndGoes() throws {
        folder.write("images/maps/a.ppm", ppm(width: 6, height: 3))
        let library = try library()
        let record = try library.record("maps/a.ppm")
        #expect(!record.hasSidecar)
        #expect(library.sidecar(of: record, sizeLimit: 100) == nil)
        folder.write("images/maps/a.ppm.json", Array("{}".utf8))
        #expect(try library.record("maps/a.ppm") === record && record.hasSidecar, "the image is the same")
        #expect(library.sidecar(of: record, sizeLimit: 100)?.location == folder / "images/maps/a.ppm.json")
        folder.write("images/maps/a.ppm.json", Array("{\"a\":1}".utf8))
        #expect(try text(library, "maps/a.ppm") == "{\"a\":1}", "read anew each time")
        #expect(try text(library, "maps/a.ppm", limit: 3) == "{\"a\"", "a byte more tells that it is longer")
        folder.write("images/maps/a.ppm.json", [])
        #expect(try text(library, "maps/a.ppm") == "")
        folder.delete("images/maps/a.ppm.json")
        #expect(try library.record("maps/a.ppm") === record && !record.hasSidecar)
        #expect(try self.library().record("maps/a.ppm").version == record.version)
    }

    /// A link has the sidecar beside itself, and not the one beside its file.
    @Test("A sidecar belongs to all pages, to a link, or to a folder")
    func whereItStands() throws {
        folder.write("images/a.tif", tiff([(10, 20), (30, 40)]))
        folder.write("images/a.tif.json", Array("pages".utf8))
        folder.write("images/.store/b.ppm", ppm(width: 6, height: 3))
        folder.link("images/b.ppm", to: ".store/b.ppm")
        folder.write("images/b.ppm.json", Array("link".utf8))
        folder.write("images/maps/c.ppm", ppm(width: 6, height: 3))
        folder.write("images/maps.json", Array("folder".utf8))
        let library = try library()
        #expect(try text(library, "a.tif") == "pages" && text(library, "a.tif;2") == "pages")
        #expect(try text(library, "b.ppm") == "link")
        #expect(try library.record("b.ppm").hasSidecar && !library.record("maps/c.ppm").hasSidecar)
        #expect(library.sidecar(beside: "maps", sizeLimit: 10).map { String(decoding: $0.bytes, as: UTF8.self) } == "folder")
        #expect(throws: LibraryError.self) { try library.record("a.tif.json") }
    }

    /// Nothing waits for it.
    @Test("A sidecar that is no file, lies outside or cannot be read is none")
    func whatIsNone() throws {
        folder.write("secret.json", Array("secret".utf8))
        for name in ["folder", "pipe", "outside", "nowhere"] { folder.write("images/\(name).ppm", ppm(width: 6, height: 3)) }
        folder.makeFolder("images/folder.ppm.json")
        precondition(mkfifo(folder / "images/pipe.ppm.json", 0o644) == 0)
        folder.link("images/outside.ppm.json", to: "../secret.json")
        folder.link("images/nowhere.ppm.json", to: "missing")
        let library = try library()
        for name in ["folder", "pipe", "outside", "nowhere"] { #expect(try text(library, "\(name).ppm") == nil) }
        #expect(library.sidecar(beside: "../secret", sizeLimit: 10) == nil)
    }
}

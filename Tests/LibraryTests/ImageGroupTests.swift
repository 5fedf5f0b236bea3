// Groups of images: the images of a folder, and the pages of a file.

import Imaging
@testable import Library
import Testing
import TestSupport

@Suite struct ImageGroupTests {
    init() { #expect(isLibraryStarted) }

    private func library(_ folder: TemporaryFolder) throws -> ImageLibrary {
        try ImageLibrary(
            folder: folder / "images", parameters: .init(tiles: TilePolicy(tileSize: 256), maxSourcePixels: 1_000, fingerprint: ""))
    }

    private func makeFolder() -> TemporaryFolder {
        let folder = TemporaryFolder()
        for name in [
            "b.ppm", "maps/page 10.ppm", "maps/page 2.ppm", "maps/Page 1.ppm", "maps/old/a.ppm", "maps/.hidden.ppm", ".secret/a.ppm",
        ] { folder.write("images/\(name)", ppm(width: 3, height: 2)) }
        folder.write("images/maps/notes.txt", Array("no image".utf8))
        folder.write("images/maps/large.ppm", ppm(width: 100, height: 100))
        folder.write("outside/a.ppm", ppm(width: 3, height: 2))
        folder.makeFolder("images/empty")
        folder.link("images/out", to: "../outside")
        folder.link("images/again", to: "maps")
        folder.link("images/maps/zz.ppm", to: "../b.ppm")
        folder.link("images/maps/zzz.ppm", to: "../../outside/a.ppm")
        return folder
    }

    /// Files that are hidden, deeper, no image or outside are left out.
    @Test("The images of a folder come in natural order")
    func imagesOfAFolder() throws {
        let folder = makeFolder()
        let library = try library(folder)
        let images = try #require(library.images(in: "maps", limit: 100))
        #expect(images.images.map(\.identifier) == ["maps/Page 1.ppm", "maps/page 2.ppm", "maps/page 10.ppm", "maps/zz.ppm"])
        #expect(!images.isCut)
        #expect(library.images(in: "", limit: 100)?.images.map(\.identifier) == ["b.ppm"])
        #expect(library.images(in: "maps/old", limit: 100)?.images.map(\.identifier) == ["maps/old/a.ppm"])
        #expect(library.images(in: "again", limit: 1)?.images.map(\.identifier) == ["again/Page 1.ppm"])
        #expect(library.images(in: "empty", limit: 100)?.images.isEmpty == true)
    }

    @Test(
        "A name of what is hidden, odd, outside or no folder has no images",
        arguments: ["missing", "b.ppm", ".secret", "..", "maps/..", "out", "/", "maps/", "/maps", "maps//old", "maps\0"])
    func noFolder(_ path: String) throws {
        let folder = makeFolder()
        let library = try library(folder)
        #expect(library.images(in: path, limit: 100) == nil)
        #expect(library.images(in: "maps", limit: 100) != nil)
    }

    @Test("A group ends at its limit")
    func limits() throws {
        let folder = makeFolder()
        let library = try library(folder)
        let two = try #require(library.images(in: "maps", limit: 2))
        #expect(two.images.count == 2 && two.isCut)
        let four = try #require(library.images(in: "maps", limit: 4))
        #expect(four.images.count == 4 && !four.isCut, "what comes behind is no image")
        #expect(library.images(in: "maps", limit: 4, while: { false })?.images.isEmpty == true)
    }

    @Test("Very many other files end a group")
    func manyOtherFiles() throws {
        let folder = TemporaryFolder()
        for index in 0..<25 { folder.write("images/\(index).txt", [UInt8(ascii: "x")]) }
        folder.write("images/a.ppm", ppm(width: 1, height: 1))
        let group = try #require(try library(folder).images(in: "", limit: 2))
        #expect(group.images.isEmpty && group.isCut)
        #expect(try library(folder).images(in: "", limit: 3)?.images.count == 1)
    }

    @Test("The pages of a file come in order")
    func pagesOfAFile() throws {
        let folder = TemporaryFolder()
        folder.write("images/pages.tif", tiff((1...5).map { (width: 20, height: 10 + $0) }))
        // A file that has the name of a page is another image.
        folder.write("images/pages.tif;3", ppm(width: 7, height: 7))
        let library = try library(folder)
        let first = try library.record("pages.tif")
        try #require(first.description.pages == 5)
        #expect(
            library.pages(of: first, limit: 100).images.map(\.identifier) == ["pages.tif", "pages.tif;2", "pages.tif;4", "pages.tif;5"])
        #expect(library.pages(of: first, limit: 100).images.map(\.page) == [0, 1, 3, 4])
        // Outlines say what records say.
        for page in library.pages(of: first, limit: 100).images {
            let record = try library.record(page.identifier)
            #expect(record.version == page.version && record.grid == page.grid && record.page == page.page)
        }
        let cut = library.pages(of: first, limit: 2)
        #expect(cut.images.count == 2 && cut.isCut && !library.pages(of: first, limit: 5).isCut)
        #expect(library.pages(of: first, limit: 1).images.count == 1)
        #expect(library.pages(of: first, limit: 100, while: { false }).images.count == 1)
        for name in ["pages.tif;1", "pages.tif;4", "pages.tif;3"] {
            let page = library.pages(of: try library.record(name), limit: 100)
            #expect(page.images.map(\.identifier) == [name] && !page.isCut)
        }
    }

    /// They do so also when the pages are outlined at once.
    @Test("The file's own tiles decide the grid of each page")
    func outlinesOfTiledPages() throws {
        let folder = TemporaryFolder()
        folder.write("images/tiled.tif", tiff([(30, 20), (20, 30)], tileSize: 128))
        let library = try library(folder)
        let pages = library.pages(of: try library.record("tiled.tif"), limit: 100).images
        #expect(pages.map(\.grid.tileSize) == [128, 128])
        #expect(try library.record("tiled.tif;2").version == pages[1].version)
    }
}

// Pages that are outlined at once have the sizes of pages that are described one by one.

import Geometry
@testable import Imaging
import Testing
import TestSupport

@Suite struct PageOutlineTests {
    private func check(_ bytes: [UInt8], _ name: String, pages count: Int) throws {
        let folder = Folder()
        let file = try ImageSource(path: folder.write(bytes, name))
        let first = try ImageDescription.describe(file)
        try #require(first.pages == count)
        let pages = try #require(try first.outlines(in: file, limit: 100))
        #expect(pages.count == count)
        for (index, page) in pages.enumerated() {
            let description = try ImageDescription.describe(file, page: index)
            #expect(page?.size == description.size && page?.sourceTileSize == description.sourceTileSize, "\(name), page \(index)")
        }
        #expect(try first.outlines(in: file, limit: 2)?.count == 2)
        withExtendedLifetime(folder) {}
    }

    /// Among them are sizes that are rounded, a page that is turned, and a page that shows a part of its sheet.
    @Test("The pages of a document are outlined as they are described")
    func documents() throws {
        try check(
            PDF.pages([
                "/MediaBox [0 0 72 36]", "/MediaBox [0 0 72.3 36.7]", "/MediaBox [0 0 12.12 36.36] /Rotate 90",
                "/MediaBox [10 20 110.5 40.25]",
                "/MediaBox [0 0 200 100] /CropBox [0 0 50 25]", "/MediaBox [0 0 0.5 1]",
            ]), "a.pdf", pages: 6)
    }

    @Test("The pages of a TIFF are outlined as they are described")
    func directories() throws {
        try check(tiff([(30, 20), (20, 30), (1, 1)]), "a.tif", pages: 3)
        try check(tiff([(300, 200), (200, 300)], tileSize: 128), "tiled.tif", pages: 2)
    }

    @Test("A format of single pages has no outlines")
    func oneByOne() throws {
        let folder = Folder()
        let file = try ImageSource(path: folder.write(ppm(width: 3, height: 2), "a.ppm"))
        #expect(try ImageDescription.describe(file).outlines(in: file, limit: 100) == nil)
        withExtendedLifetime(folder) {}
    }
}

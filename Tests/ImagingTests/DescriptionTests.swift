import Foundation
import Geometry
import Testing
@testable import Imaging

/// Descriptions of images by their headers, and files that are no images.
@Suite struct DescriptionTests {
    let folder = Folder()

    @Test(
        "The header of each format is described",
        arguments: [
            (ImageFormat.jpg, "jpeg"), (.png, "png"), (.webp, "webp"), (.gif, "gif"), (.tif, "tiff"), (.avif, "heif"), (.jp2, "jp2"),
        ])
    func everyFormatThatIsWrittenIsRead(format: ImageFormat, name: String) throws {
        let file = try folder.source(Picture.waves(97, 61).encoded(format, in: folder), "image")
        let description = try ImageDescription.describe(file)
        #expect(description.size == PixelSize(width: 97, height: 61))
        #expect(description.format == name)
        #expect(description.pages == 1)
        #expect(!description.hasAlpha)
        #expect(description.sourceLevels.isEmpty)
        #expect(description.orientation == 1)
    }

    @Test("An image with alpha is described as one", arguments: [ImageFormat.png, .webp, .tif])
    func alphaIsSeen(format: ImageFormat) throws {
        let bytes = try Picture.waves(30, 20, bands: 4).encoded(format, in: folder)
        #expect(try ImageDescription.describe(folder.source(bytes, "image")).hasAlpha)
    }

    @Test(
        "A file of another kind is no image",
        arguments: [
            "", "hello world\n", "1,2,3\n4,5,6\n", "{\"a\": 1}", "3 3\n1 2 3\n1 2 3\n1 2 3\n", "\u{0}\u{0}\u{0}\u{0}",
            "<!doctype html><html><body><svg width=\"10\" height=\"10\"></svg></body></html>", "let icon = '<svg>'",
        ])
    func textIsNoImage(text: String) throws {
        let file = try folder.source(Array(text.utf8), "text.jpg")
        #expect(throws: ImagingError.notAnImage) { try ImageDescription.describe(file) }
    }

    @Test("Only a regular file is an image")
    func whatIsNoRegularFileIsNoImage() throws {
        #expect(throws: ImagingError.notFound) { try ImageSource(path: folder.path(of: "missing")) }
        #expect(throws: ImagingError.notFound) { try ImageSource(path: "") }
        #expect(throws: ImagingError.notAnImage) { try ImageSource(path: folder.path) }
        #expect(throws: ImagingError.notAnImage) { try ImageSource(path: "/dev/zero") }
        // Opening must not wait for a writer of the pipe.
        #expect(mkfifo(folder.path(of: "pipe"), 0o600) == 0)
        #expect(throws: ImagingError.notAnImage) { try ImageSource(path: folder.path(of: "pipe")) }
    }

    @Test("A drawing has the size that it gives itself")
    func drawingsHaveTheirOwnSize() throws {
        let svg = #"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="40" height="30" fill="blue"/></svg>"#
        let file = try folder.source(Array(svg.utf8), "drawing.svg")
        let description = try ImageDescription.describe(file)
        #expect(description.size == PixelSize(width: 40, height: 30))
        #expect(description.format == "svg")
        #expect(try Picture(LevelImage(decoding: file, description)).pixel(20, 15) == [0, 0, 255, 255])
    }

    @Test("The pages of a file are counted")
    func pagesAreCounted() throws {
        let pages = [Picture.waves(30, 20), Picture.waves(31, 20), Picture.waves(10, 40, bands: 1)]
        let file = try folder.source(TIFF(pages: pages.map { TIFF.Page($0) }).bytes(), "pages.tif")
        for (index, picture) in pages.enumerated() {
            let description = try ImageDescription.describe(file, page: index)
            #expect(description.pages == 3)
            #expect(description.page == index)
            #expect(try Picture(LevelImage(decoding: file, description)) == picture)
        }
        #expect(throws: ImagingError.notFound) { try ImageDescription.describe(file, page: 3) }
        #expect(throws: ImagingError.notFound) { try ImageDescription.describe(file, page: -1) }
        let single = try folder.source(pages[0].ppm, "single.ppm")
        #expect(throws: ImagingError.notFound) { try ImageDescription.describe(single, page: 1) }
    }

    @Test("A document has pages")
    func documentsHavePages() throws {
        let file = try folder.source(PDF.pages(3), "pages.pdf")
        let description = try ImageDescription.describe(file, page: 2)
        #expect(description.pages == 3)
        // A page of 72 by 36 points, drawn at 300 dots per inch on white paper.
        #expect(description.size == PixelSize(width: 300, height: 150))
        #expect(!description.hasAlpha)
        let picture = try Picture(LevelImage(decoding: file, description))
        #expect(picture.pixel(20, 75) == [255, 0, 0])
        #expect(picture.pixel(280, 75) == [255, 255, 255])
        #expect(throws: ImagingError.notFound) { try ImageDescription.describe(file, page: 3) }
    }

    @Test("An image above the limit of pixels is too large")
    func aLimitOfPixelsHolds() throws {
        let file = try folder.source(Picture.waves(100, 50).ppm, "image.ppm")
        #expect(throws: ImagingError.tooLarge(pixels: 5000, limit: 4999)) { try ImageDescription.describe(file, maximumPixels: 4999) }
        #expect(try ImageDescription.describe(file, maximumPixels: 5000).size.area == 5000)
    }

    /// These formats are read as a whole, into a buffer that cannot be larger. The file is sparse.
    @Test("A format that is read as a whole has a limit of bytes", arguments: [ImageFormat.gif, .webp])
    func formatsReadAsAWholeHaveALimit(format: ImageFormat) throws {
        let path = try folder.write(Picture.waves(20, 10).encoded(format, in: folder), "image")
        #expect(truncate(path, (1 << 30) + 1) == 0)
        let reason = "\(format.fileExtension) files may have at most 1073741824 bytes"
        #expect(throws: ImagingError.unreadable(reason: reason)) { try ImageDescription.describe(ImageSource(path: path)) }
    }
}

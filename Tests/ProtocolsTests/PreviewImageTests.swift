// The sizes in which the preview of the viewer page is offered.

import Geometry
import Protocols
import Testing

@Suite struct PreviewImageTests {
    private func html(
        _ width: Int, _ height: Int, format: ImageFormat = .jpg, _ limits: IIIFLimits = IIIFLimits(maxArea: .max, maxSide: .max)
    ) throws -> String? {
        let grid = PyramidGrid(size: PixelSize(width: width, height: height), tileSize: 512)
        let identifier = try #require(ImageIdentifier(path: "maps/\"a\" & <b>.tif"))
        return PreviewImage(grid, ImageLinks(identifier, version: "v1", tileFormat: format, base: ".."), limits)?.html
    }

    /// Width and height in the URL, and the width in the candidate's descriptor.
    private func sizes(_ html: String) throws -> [(width: Int, height: Int, told: Int)] {
        try html.matches(of: /full\/(\d+),(\d+)\/0\/default\.\w+\?v=v1 (\d+)w/).map {
            (try #require(Int($0.1)), try #require(Int($0.2)), try #require(Int($0.3)))
        }
    }

    @Test("The element has the sizes of the image and escaped URLs") func element() throws {
        let html = try #require(try html(1000, 600))
        #expect(html.contains("sizes=\"min(100vw, 100dvh * 1000 / 600)\""))
        #expect(html.contains("srcset=\"../iiif/3/maps%2F%22a%22%20%26%20%3Cb%3E.tif/full/1000,600/0/default.jpg?v=v1 1000w, "))
        #expect(html.hasSuffix("545w\">"))
        #expect(try #require(try self.html(1000, 600, format: .png)).contains("default.png?v=v1 1000w"))
    }

    @Test(
        "The sizes fall in steps, keep the shape and stay within the limits",
        arguments: [(513, 1), (1000, 600), (15_360, 8_640), (100_000, 90_000), (600, 2_000_000), (50_000, 100)])
    func sizes(_ width: Int, _ height: Int) throws {
        let sizes = try sizes(try #require(try html(width, height)))
        #expect(!sizes.isEmpty)
        for (size, next) in zip(sizes, sizes.dropFirst()) {
            #expect(size.width > next.width && Double(size.width) <= 1.1 * Double(next.width) + 1)
        }
        for size in sizes {
            #expect(size.told == size.width && size.width <= width && size.height <= height)
            #expect(size.width * size.height <= 8 << 20 && max(size.width, size.height) > 512)
            // The aspect ratio is the image's, to a pixel.
            #expect(abs(size.width * height - size.height * width) <= max(width, height))
        }
        // The next smaller one would be one tile, and the next larger one too large.
        #expect(sizes.last.map { max($0.width, $0.height) < 600 || $0.width == 1 } == true)
        #expect(sizes.first.map { $0.width == width || 12 * $0.width * $0.height > 10 * 8 << 20 || $0.width < 10 } == true)
    }

    /// A line of 50,000 pixels has only one width.
    @Test("A line of pixels is offered in its smallest size only") func line() throws {
        let sizes = try sizes(try #require(try html(1, 50_000)))
        #expect(sizes.count == 1 && sizes[0].width == 1 && sizes[0].height < 600)
    }

    @Test(
        "Pictures beyond the limits of the server are not offered",
        arguments: [IIIFLimits(maxArea: 1_000_000, maxSide: 65_500), IIIFLimits(maxArea: 64_000_000, maxSide: 700)])
    func limits(_ limits: IIIFLimits) throws {
        let sizes = try sizes(try #require(try html(1_600, 1_200, limits)))
        #expect(sizes.allSatisfy { $0.width * $0.height <= limits.maxArea && $0.width <= limits.maxSide })
        // The first is the largest allowed, to a step.
        #expect(sizes.first.map { 12 * $0.width * $0.height > 10 * limits.maxArea || 11 * $0.width > 10 * limits.maxSide } == true)
        #expect(try html(1_600, 1_200, IIIFLimits(maxArea: 512 * 512, maxSide: 512)) == nil)
    }

    @Test("An image of one tile has no preview", arguments: [(1, 1), (512, 512), (512, 3)])
    func oneTile(_ width: Int, _ height: Int) throws {
        #expect(try html(width, height) == nil)
    }
}

// /zoomify/{id}/ImageProperties.xml and /zoomify/{id}/TileGroup{g}/{level}-{column}-{row}.{format}, and the descriptor.

import Geometry
import Protocols
import Testing

@Suite struct ZoomifyTests {
    @Test(
        "Descriptor paths give the identifier",
        arguments: [
            ("/zoomify/a.jpg/ImageProperties.xml", "a.jpg"), ("/zoomify/maps%2Fa.tif;2/ImageProperties.xml", "maps%2Fa.tif;2"),
            ("/zoomify/ImageProperties.xml/ImageProperties.xml", "ImageProperties.xml"),
        ])
    func descriptors(path: String, identifier: String) {
        guard case .descriptor(let range) = outcome(path, ZoomifyRequest.init).request else {
            Issue.record("\(path) is no descriptor")
            return
        }
        #expect(slice(path, range) == identifier)
    }

    @Test(
        "Tile paths give identifier, address and format, whatever the group",
        arguments: [
            ("/zoomify/a.jpg/TileGroup0/5-3-2.jpg", "a.jpg", TileAddress(level: 5, column: 3, row: 2), ImageFormat.jpg),
            ("/zoomify/a/TileGroup9999999999/0-0-0.png", "a", TileAddress(level: 0, column: 0, row: 0), .png),
            (
                "/zoomify/TileGroup0/TileGroup007/12-0345-9999999999.webp", "TileGroup0", .init(level: 12, column: 345, row: 9_999_999_999),
                .webp
            ),
        ])
    func tiles(path: String, identifier: String, address: TileAddress, format: ImageFormat) {
        guard case .tile(let range, let found, let foundFormat) = outcome(path, ZoomifyRequest.init).request else {
            Issue.record("\(path) is no tile")
            return
        }
        #expect(slice(path, range) == identifier && found == address && foundFormat == format)
    }

    @Test(
        "Other paths are refused with the parameter at fault",
        arguments: [
            ("/zoomify", RequestError.Kind.notFound, "path"), ("/zoomify/", .notFound, "path"), ("/zoomify/a", .notFound, "path"),
            ("/zoomify//ImageProperties.xml", .notFound, "path"), ("/zoomify/a/imageproperties.xml", .notFound, "path"),
            ("/zoomify/a/ImageProperties.xml/", .notFound, "path"), ("/zoomify/a/TileGroup0", .notFound, "path"),
            ("/zoomify//TileGroup0/0-0-0.jpg", .notFound, "path"), ("/zoomify/a/b/TileGroup0/0-0-0.jpg", .notFound, "path"),
            ("/zoomify/a/Group0/0-0-0.jpg", .notFound, "path"), ("/zoomify/a/tilegroup0/0-0-0.jpg", .notFound, "path"),
            ("/zoomify/a/TileGroup/0-0-0.jpg", .badRequest, "group"), ("/zoomify/a/TileGroupX/0-0-0.jpg", .badRequest, "group"),
            ("/zoomify/a/TileGroup-1/0-0-0.jpg", .badRequest, "group"), ("/zoomify/a/TileGroup12345678901/0-0-0.jpg", .badRequest, "group"),
            ("/zoomify/a/TileGroup0/0-0.jpg", .badRequest, "tile"), ("/zoomify/a/TileGroup0/0-0-0-0.jpg", .badRequest, "tile"),
            ("/zoomify/a/TileGroup0/-0-0.jpg", .badRequest, "tile"), ("/zoomify/a/TileGroup0/0--0.jpg", .badRequest, "tile"),
            ("/zoomify/a/TileGroup0/0-0-.jpg", .badRequest, "tile"), ("/zoomify/a/TileGroup0/0_0_0.jpg", .badRequest, "tile"),
            ("/zoomify/a/TileGroup0/0-0-0", .badRequest, "tile"), ("/zoomify/a/TileGroup0/--.jpg", .badRequest, "tile"),
            ("/zoomify/a/TileGroup0/.jpg", .badRequest, "tile"), ("/zoomify/a/TileGroup0/0-0-x.jpg", .badRequest, "tile"),
            ("/zoomify/a/TileGroup0/0-0-0.bmp", .unsupportedFormat, "format"),
            ("/zoomify/a/TileGroup0/0-0-0.", .unsupportedFormat, "format"),
        ])
    func invalid(path: String, kind: RequestError.Kind, parameter: String) {
        #expect(outcome(path, ZoomifyRequest.init) == .refused(kind, parameter: parameter))
    }

    /// 600 x 400 in tiles of 256: 1 tile of 150 x 100, 2 of 300 x 200, 3 x 2 of 600 x 400.
    @Test(
        "The descriptor counts the tiles of all levels",
        arguments: [
            (600, 400, 256, 9), (1, 1, 256, 1), (256, 256, 256, 1), (257, 1, 256, 3), (512, 512, 256, 5), (513, 512, 256, 9),
            (5000, 3, 512, 21),
        ])
    func descriptorCountsTheTilesOfAllLevels(width: Int, height: Int, tileSize: Int, tiles: Int) {
        let grid = PyramidGrid(size: PixelSize(width: width, height: height), tileSize: tileSize)
        let xml = String(decoding: ZoomifyDescriptor.xml(grid), as: UTF8.self)
        #expect(
            xml == "<IMAGE_PROPERTIES WIDTH=\"\(width)\" HEIGHT=\"\(height)\" NUMTILES=\"\(tiles)\" NUMIMAGES=\"1\" VERSION=\"1.8\" "
                + "TILESIZE=\"\(tileSize)\" />\n")
    }
}

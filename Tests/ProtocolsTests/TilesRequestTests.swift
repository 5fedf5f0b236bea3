// /tiles/{id}/{level}/{column}/{row}.{format}

import Geometry
import Protocols
import Testing

@Suite struct TilesRequestTests {
    @Test(
        "Tile paths give identifier, address and format",
        arguments: [
            ("/tiles/a.jpg/5/3/2.jpg", "a.jpg", TileAddress(level: 5, column: 3, row: 2), ImageFormat.jpg),
            ("/tiles/maps%2Fa.tif;3/0/0/0.webp", "maps%2Fa.tif;3", TileAddress(level: 0, column: 0, row: 0), .webp),
            ("/tiles/a/9999999999/0000000001/10.png", "a", TileAddress(level: 9_999_999_999, column: 1, row: 10), .png),
        ])
    func valid(path: String, identifier: String, address: TileAddress, format: ImageFormat) {
        guard case .tile(let range, let found, let foundFormat) = outcome(path, TilesRequest.init).request else {
            Issue.record("\(path) is no tile")
            return
        }
        #expect(slice(path, range) == identifier && found == address && foundFormat == format)
    }

    @Test(
        "Other paths are refused with the parameter at fault",
        arguments: [
            ("/tiles/a/5/3/2", RequestError.Kind.badRequest, "row"), ("/tiles/a/5/3/.jpg", .badRequest, "row"),
            ("/tiles/a/-1/3/2.jpg", .badRequest, "level"), ("/tiles/a/5/3/2.jpg.", .badRequest, "row"),
            ("/tiles/a/+1/3/2.jpg", .badRequest, "level"), ("/tiles/a/1/ 3/2.jpg", .badRequest, "column"),
            ("/tiles/a/1/3/2.5.jpg", .badRequest, "row"),
            ("/tiles/a/12345678901/3/2.jpg", .badRequest, "level"), ("/tiles/a/1/%33/2.jpg", .badRequest, "column"),
            ("/tiles/a//3/2.jpg", .badRequest, "level"),
            ("/tiles/a/1/1e3/2.jpg", .badRequest, "column"), ("/tiles/a/5/3/2.bmp", .unsupportedFormat, "format"),
            ("/tiles/a/5/3/2.jpeg", .unsupportedFormat, "format"),
            ("/tiles/a/5/3/2.", .unsupportedFormat, "format"), ("/tiles/a/5/3/2.JPG", .unsupportedFormat, "format"),
            ("/tiles", .notFound, "path"), ("/tiles/a", .notFound, "path"), ("/tiles/a/b/5/3/2.jpg", .notFound, "path"),
            ("/tiles//5/3/2.jpg", .notFound, "path"),
            ("/tiles/a/5/3/2.jpg/", .notFound, "path"),
        ])
    func invalid(path: String, kind: RequestError.Kind, parameter: String) {
        #expect(outcome(path, TilesRequest.init) == .refused(kind, parameter: parameter))
    }
}

// /dzi/{id}.dzi and /dzi/{id}_files/{level}/{column}_{row}.{format}, Deep Zoom's levels, and the descriptor.

import Geometry
import Protocols
import Testing

@Suite struct DeepZoomTests {
    @Test(
        "Descriptor paths give the identifier",
        arguments: [
            ("/dzi/a.jpg.dzi", "a.jpg"), ("/dzi/maps%2Fa.tif;2.dzi", "maps%2Fa.tif;2"), ("/dzi/a.dzi.dzi", "a.dzi"),
            ("/dzi/a_files.dzi", "a_files"),
        ])
    func descriptors(path: String, identifier: String) {
        guard case .descriptor(let range) = outcome(path, DeepZoomRequest.init).request else {
            Issue.record("\(path) is no descriptor")
            return
        }
        #expect(slice(path, range) == identifier)
    }

    @Test(
        "Tile paths give the identifier and Deep Zoom's numbers",
        arguments: [
            ("/dzi/a.jpg_files/12/3_4.jpg", "a.jpg", TileAddress(level: 12, column: 3, row: 4)),
            ("/dzi/b_files_files/0/0_0.jpg", "b_files", TileAddress(level: 0, column: 0, row: 0)),
        ])
    func tiles(path: String, identifier: String, address: TileAddress) {
        guard case .tile(let range, let found, .jpg) = outcome(path, DeepZoomRequest.init).request else {
            Issue.record("\(path) is no tile")
            return
        }
        #expect(slice(path, range) == identifier && found == address)
    }

    @Test(
        "Other paths are refused with the parameter at fault",
        arguments: [
            ("/dzi/a.jpg", RequestError.Kind.notFound, "path"), ("/dzi/.dzi", .notFound, "path"),
            ("/dzi/_files/0/0_0.jpg", .notFound, "path"),
            ("/dzi/a/0/0_0.jpg", .notFound, "path"), ("/dzi/a_files/0", .notFound, "path"), ("/dzi/a.dzi/0/0_0.jpg", .notFound, "path"),
            ("/dzi/a_files/x/0_0.jpg", .badRequest, "level"), ("/dzi/a_files/0/0-0.jpg", .badRequest, "tile"),
            ("/dzi/a_files/0/00.jpg", .badRequest, "tile"), ("/dzi/a_files/0/_0.jpg", .badRequest, "tile"),
            ("/dzi/a_files/0/0_.jpg", .badRequest, "tile"),
            ("/dzi/a_files/0/0_0_0.jpg", .badRequest, "tile"), ("/dzi/a_files/0/0_0", .badRequest, "tile"),
            ("/dzi/a_files/0/-1_0.jpg", .badRequest, "tile"),
            ("/dzi/a_files/0/0_0.bmp", .unsupportedFormat, "format"), ("/dzi", .notFound, "path"),
        ])
    func invalid(path: String, kind: RequestError.Kind, parameter: String) {
        #expect(outcome(path, DeepZoomRequest.init) == .refused(kind, parameter: parameter))
    }

    @Test(
        "Every level of Deep Zoom is a level of the grid or smaller than a tile",
        arguments: [(1, 1), (1, 5000), (3001, 1999), (512, 512), (513, 1), (4096, 4097), (1 << 31, 3)])
    func levels(width: Int, height: Int) throws {
        let grid = PyramidGrid(size: PixelSize(width: width, height: height), tileSize: 512)
        // Deep Zoom's own definition: each level is half of the next, rounded up, down to one pixel.
        var sizes = [grid.size]
        while sizes[0].longerSide > 1 {
            sizes.insert(PixelSize(width: (sizes[0].width + 1) / 2, height: (sizes[0].height + 1) / 2), at: 0)
        }
        for (level, size) in sizes.enumerated() {
            switch try #require(DeepZoomPlace(TileAddress(level: level, column: 0, row: 0), in: grid)) {
            case .tile(let address): #expect(grid.size(ofLevel: address.level) == size)
            case .reduced(let reduced): #expect(reduced == size && size.longerSide < 512)
            }
            let columns = (size.width + 511) / 512
            #expect(DeepZoomPlace(TileAddress(level: level, column: columns - 1, row: 0), in: grid) != nil)
            #expect(DeepZoomPlace(TileAddress(level: level, column: columns, row: 0), in: grid) == nil)
        }
        for level in [-1, sizes.count, .max, .min] {
            #expect(DeepZoomPlace(TileAddress(level: level, column: 0, row: 0), in: grid) == nil)
        }
    }

    @Test("The descriptor has the attributes that clients read") func descriptorHasWhatClientsRead() {
        let xml = String(
            decoding: DeepZoomDescriptor.xml(PyramidGrid(size: PixelSize(width: 30, height: 20), tileSize: 256), format: .png),
            as: UTF8.self)
        #expect(xml.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Image "))
        for part in [
            "xmlns=\"http://schemas.microsoft.com/deepzoom/2008\"", "Format=\"png\"", "Overlap=\"0\"", "TileSize=\"256\"",
            "<Size Width=\"30\" Height=\"20\"/>",
        ] { #expect(xml.contains(part)) }
    }
}

// Random and mutated paths and queries: no parser traps, and what a parser accepts is valid.

import Geometry
import Protocols
import Testing
import TestSupport

@Suite struct FuzzTests {
    static let seeds = [
        "/tiles/maps%2Fa.tif;3/5/3/2.jpg", "/dzi/a.jpg.dzi", "/dzi/a.jpg_files/12/3_4.png", "/iiif/3/a", "/iiif/3/a/info.json",
        "/iiif/3/a/0,0,512,512/512,/0/default.jpg", "/iiif/3/a/pct:41.6,7.5,40,70/^!360,360/!22.5/gray.tif", "/viewport/a/image.webp",
        "/viewport/a", "/images/a/thumbnail.jpg", "/iiif/3/a/square/pct:33.333/360/bitonal.webp",
        "/tiles/a/tile.json", "/zoomify/a.tif/ImageProperties.xml", "/zoomify/maps%2Fa.tif/TileGroup12/5-3-2.jpg",
        "/iiif/3/maps%2Fold/manifest.json", "/iiif/3/manifest.json",
    ]
    static let alphabet = Array("0123456789/%.,;:!^_-+ajpgmxfulct\0\u{1}".utf8) + [0x80, 0xC3, 0xFF]

    @Test("Random and mutated paths are read or refused, and never trap") func paths() {
        var generator = SeededGenerator(seed: 6)
        var accepted = 0
        for _ in 0..<200_000 {
            let path = Self.mutated(&generator)
            guard let segments = PathSegments(path.span) else { continue }
            accepted += Self.feed(path.span, segments)
        }
        #expect(accepted > 1000, "the mutations leave some paths valid")
    }

    @Test("Random queries give a finite viewport or are refused") func queries() {
        var generator = SeededGenerator(seed: 7)
        let pieces = [
            "width=", "height=", "dpr=", "scale=", "anchor=", "offset=", "min=", "max=", "ideal=", "background=", "&", "&", "1", "390",
            "844", "0.5",
            "-1e308", "1e999", "5e-324", ",", "%2C", "%", "ffffff", "nan", "x",
        ]
        var accepted = 0
        for index in 0..<30_000 {
            var query = index.isMultiple(of: 2) ? "width=\(index % 97)&height=844&" : ""
            for _ in 0..<Int.random(in: 0...8, using: &generator) { query += pieces.randomElement(using: &generator)! }
            guard let parsed = try? ViewportQuery(Array(query.utf8).span) else { continue }
            guard let viewport = try? parsed.viewport(of: PixelSize(width: 1, height: 50_000)) else { continue }
            accepted += 1
            let grid = PyramidGrid(size: viewport.image, tileSize: 512)
            #expect(viewport.translation.x.isFinite && viewport.offset.y.isFinite && viewport.region.height >= 0)
            #expect((1...100).contains(viewport.tiles(in: grid).count))
        }
        #expect(accepted > 1000)
    }

    /// A seed with a few bytes changed, added or removed, or random bytes.
    private static func mutated(_ generator: inout SeededGenerator) -> [UInt8] {
        if generator.next() % 8 == 0 {
            return [UInt8(ascii: "/")]
                + (0..<Int.random(in: 0...40, using: &generator)).map { _ in alphabet.randomElement(using: &generator)! }
        }
        var path = Array(seeds.randomElement(using: &generator)!.utf8)
        for _ in 0..<Int.random(in: 0...3, using: &generator) where !path.isEmpty {
            let index = Int.random(in: path.indices, using: &generator)
            switch generator.next() % 4 {
            case 0: path[index] = alphabet.randomElement(using: &generator)!
            case 1: path.insert(alphabet.randomElement(using: &generator)!, at: index)
            case 2: path.remove(at: index)
            default: path.insert(contentsOf: path[index...].prefix(6), at: index)
            }
        }
        return path
    }

    /// Passes a path to every parser and the results to what follows. Returns the number of parsers that accept it.
    private static func feed(_ path: Span<UInt8>, _ segments: PathSegments) -> Int {
        let grid = PyramidGrid(size: PixelSize(width: 3001, height: 1999), tileSize: 512)
        var accepted = 0
        if let request = try? TilesRequest(path, segments) {
            accepted += 1
            switch request {
            case .descriptor(let identifier): identify(path, identifier)
            case .tile(let identifier, let address, _):
                identify(path, identifier)
                _ = grid.region(of: address)
            }
        }
        if let request = try? ZoomifyRequest(path, segments) {
            accepted += 1
            switch request {
            case .descriptor(let identifier): identify(path, identifier)
            case .tile(let identifier, let address, _):
                identify(path, identifier)
                _ = grid.region(of: address)
            }
        }
        if let request = PresentationRequest(path, segments) {
            accepted += 1
            if let identifier = request.identifier { identify(path, identifier) }
        }
        if let request = try? DeepZoomRequest(path, segments) {
            accepted += 1
            switch request {
            case .descriptor(let identifier): identify(path, identifier)
            case .tile(let identifier, let address, _):
                identify(path, identifier)
                _ = DeepZoomPlace(address, in: grid)
            }
        }
        if let request = try? IIIFRequest(path, segments) {
            accepted += 1
            identify(path, request.identifier)
            if case .image(let parameters) = request.subject,
                let plan = try? parameters.resolve(on: grid, IIIFLimits(maxArea: 1_000_000, maxSide: 65_500))
            {
                #expect(plan.size.area <= 1_000_000 && plan.size.width > 0 && plan.size.height > 0)
                #expect(plan.region.intersection(PixelRect(grid.size)) == plan.region)
                #expect(!plan.link(base: "", identifier: "a").contains { $0 < 0x20 || $0 > 0x7E })
            }
        }
        if let request = try? ViewportRequest(path, segments) {
            accepted += 1
            identify(path, request.identifier)
        }
        if (try? ImagesRequest(path, segments)) != nil { accepted += 1 }
        return accepted
    }

    private static func identify(_ path: Span<UInt8>, _ range: Range<Int>) {
        #expect(!range.isEmpty)
        guard let identifier = ImageIdentifier(decoding: path.extracting(range)) else { return }
        #expect(!identifier.path.hasPrefix("/") && !identifier.path.contains("//"))
    }
}

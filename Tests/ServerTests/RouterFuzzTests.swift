// A million random and mutated URLs: each has a route or a reason for its refusal, and the question about an image can be checked.

import Geometry
import Protocols
@testable import Server
import Testing
import TestSupport

@Suite struct RouterFuzzTests {
    // Without the optimiser they would take a minute.
    #if DEBUG
        static let count = 20_000
    #else
        static let count = 1_000_000
    #endif

    private static let seeds = [
        "/tiles/maps%2Fa.tif;3/5/3/2.jpg", "/tiles/a/tile.json", "/dzi/a.jpg.dzi", "/dzi/a.jpg_files/12/3_4.png", "/iiif/3/a", "/iiif/2/a",
        "/iiif/3/a/info.json", "/iiif/2/a/info.json", "/iiif/3/a/manifest.json", "/iiif/3/a/0,0,512,512/512,/0/default.jpg",
        "/iiif/2/a/full/full/!90/color.png", "/iiif/3/a/pct:41.6,7.5,40,70/^!360,360/!22.5/gray.tif", "/zoomify/a/ImageProperties.xml",
        "/zoomify/a/TileGroup0/3-2-1.jpg", "/viewport/a/image.webp", "/viewport/a", "/viewport/a/gestures", "/viewport/a/events", "/images",
        "/images/a", "/images/a/thumbnail.jpg", "/images/a/events", "/view/maps%2Fa.tif", "/pyramids/a.szi", "/cache/a", "/healthz",
        "/js/a.js", "/",
        "/iiif/3/a/square/pct:33.333/360/bitonal.webp", "/iiif/3/a/9999999999,0,1,1/^max/0/default.jpg",
    ].map { Array($0.utf8) }
    private static let alphabet = Array("0123456789/%.,;:!^_-+~ajpgmxfulct2F\0\u{1}?#\"".utf8) + [0x80, 0xC3, 0xFF]

    @Test("Every random path has a route, or is refused with a reason") func urls() {
        var generator = SeededGenerator(seed: 11)
        let substitute = SlashSubstitute("~")
        var found: [String: Int] = [:]
        for _ in 0..<Self.count {
            let path = Self.mutated(&generator)
            do throws(RequestError) {
                let route = try RouteTable.standard.find(path.span)
                guard case .image(let identifier, let handler) = route else {
                    found["\(route.handler.name)", default: 0] += 1
                    continue
                }
                found["image", default: 0] += 1
                check(path, identifier, substitute)
                check(handler)
            } catch {
                found["refused", default: 0] += 1
                if error.parameter.isEmpty || error.message.utf8.count > 2_000 { Issue.record("\(path) is refused without a reason") }
            }
        }
        #expect(found["image", default: 0] > Self.count / 10 && found["refused", default: 0] > Self.count / 10, "\(found)")
    }

    /// What an identifier decodes to is below the folder, and is read again as it is written.
    private func check(_ path: [UInt8], _ range: Range<Int>, _ substitute: SlashSubstitute?) {
        if range.isEmpty { Issue.record("\(path) has an empty identifier") }
        for substitute in [nil, substitute] {
            guard let identifier = ImageIdentifier(decoding: path.span.extracting(range), substitute) else { continue }
            let components = identifier.path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            let isBelow = components.allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
            let again = ImageIdentifier(decoding: Array(identifier.segment(substitute).utf8).span, substitute)
            if !isBelow || again != identifier { Issue.record("\(path) names \(identifier.path)") }
        }
    }

    /// The tile or region that is asked for is on the grid, or known not to be.
    private func check(_ handler: any ImageHandler) {
        let grid = PyramidGrid(size: PixelSize(width: 30_001, height: 1_999), tileSize: 512)
        if case .tile(let address, _)? = handler as? TilesRoute {
            if grid.contains(address), grid.tileRect(address) == nil { Issue.record("\(address) has no place") }
        } else if case .tile(let address, _)? = handler as? DeepZoomRoute {
            if case .tile(let own)? = DeepZoomPlace(address, in: grid), !grid.contains(own) { Issue.record("\(address) has no place") }
        } else if case .image(let parameters)? = handler as? IIIFImageRoute {
            guard let plan = try? parameters.resolve(on: grid, IIIFLimits(maxArea: 1_000_000, maxSide: 65_500)) else { return }
            if plan.size.width < 1 || plan.size.height < 1 || plan.size.area > 1_000_000 { Issue.record("\(parameters) is \(plan.size)") }
        }
    }

    /// One of the seeds with a few bytes changed, added, left out or doubled, or bytes at random.
    private static func mutated(_ generator: inout SeededGenerator) -> [UInt8] {
        if generator.next() % 16 == 0 {
            return [UInt8(ascii: "/")]
                + (0..<Int.random(in: 0...60, using: &generator)).map { _ in alphabet.randomElement(using: &generator)! }
        }
        var path = seeds.randomElement(using: &generator)!
        for _ in 0..<Int.random(in: 0...3, using: &generator) where !path.isEmpty {
            let index = Int.random(in: path.indices, using: &generator)
            switch generator.next() % 5 {
            case 0: path[index] = alphabet.randomElement(using: &generator)!
            case 1: path.insert(alphabet.randomElement(using: &generator)!, at: index)
            case 2: path.remove(at: index)
            case 3: path.insert(contentsOf: path[index...].prefix(6), at: index)
            default: path.replaceSubrange(index..., with: seeds.randomElement(using: &generator)!)
            }
        }
        return path
    }
}

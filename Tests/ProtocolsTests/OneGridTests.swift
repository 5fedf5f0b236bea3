// All protocols share one grid: clients that compute levels and tiles by the rules of their protocol reach every tile of the grid once, and
// no tile that does not exist.

import Geometry
import Protocols
import Testing
import TestSupport

@Suite struct OneGridTests {
    /// A client: the rules of one protocol, written down independently of the grid.
    enum Client: CaseIterable {
        case tiles, deepZoom, zoomify, iiif

        /// The levels of an image, with the number of times that each is halved. Zoomify and IIIF halve the image until it fits into a
        /// tile. Deep Zoom counts from a single pixel up.
        func levels(_ size: PixelSize, tileSize: Int) -> [(number: Int, halvings: Int)] {
            switch self {
            case .tiles, .zoomify, .iiif:
                var count = 1
                while size.longerSide > tileSize << (count - 1) { count += 1 }
                return (0..<count).map { ($0, count - 1 - $0) }
            case .deepZoom:
                var last = 0
                while 1 << last < size.longerSide { last += 1 }
                return (0...last).map { ($0, last - $0) }
            }
        }

        /// The path of a tile.
        func path(_ level: (number: Int, halvings: Int), _ column: Int, _ row: Int, _ size: PixelSize, tileSize: Int) -> String {
            switch self {
            case .tiles: return "/tiles/a/\(level.number)/\(column)/\(row).jpg"
            case .deepZoom: return "/dzi/a_files/\(level.number)/\(column)_\(row).jpg"
            case .zoomify: return "/zoomify/a/TileGroup\((column + row) % 3)/\(level.number)-\(column)-\(row).jpg"
            case .iiif:
                let side = tileSize << level.halvings
                let (x, y) = (column * side, row * side)
                let (width, height) = (min(side, size.width - x), min(side, size.height - y))
                let factor = 1 << level.halvings
                return
                    "/iiif/3/a/\(x),\(y),\(width),\(height)/\((width + factor - 1) / factor),\((height + factor - 1) / factor)/0/default.jpg"
            }
        }
    }

    /// The tile that the server finds for a path; nil when the grid does not have it.
    private func address(_ path: String, in grid: PyramidGrid) -> TileAddress? {
        let bytes = Array(path.utf8)
        guard let segments = PathSegments(bytes.span) else { return nil }
        if case .tile(_, let address, .jpg)? = try? TilesRequest(bytes.span, segments) {
            return address
        } else if case .tile(_, let address, .jpg)? = try? ZoomifyRequest(bytes.span, segments) {
            return address
        } else if case .tile(_, let address, .jpg)? = try? DeepZoomRequest(bytes.span, segments) {
            if case .tile(let address)? = DeepZoomPlace(address, in: grid) { return address }
        } else if case .image(let parameters)? = (try? IIIFRequest(bytes.span, segments))?.subject {
            return (try? parameters.resolve(on: grid, IIIFLimits(maxArea: .max, maxSide: .max)))?.tile
        }
        return nil
    }

    private static func size(_ generator: inout SeededGenerator, upTo limit: Int) -> PixelSize {
        // Sides of all orders of magnitude.
        func side() -> Int { Int.random(in: 1...limit, using: &generator) >> Int.random(in: 0...8, using: &generator) }
        return PixelSize(width: max(1, side()), height: max(1, side()))
    }

    /// Every tile of every level.
    @Test("A client of each protocol reaches every tile of a small image once", arguments: Client.allCases) func reachesEveryTileOnce(
        _ client: Client
    ) {
        var generator = SeededGenerator(seed: 4)
        let edges = [(1, 1), (1, 700), (700, 1), (64, 64), (65, 64), (128, 129), (129, 127), (511, 513)].map(PixelSize.init)
        for size in edges + (0..<60).map({ _ in Self.size(&generator, upTo: 3_000) }) {
            let tileSize = 2 * Int.random(in: 32...150, using: &generator)
            let grid = PyramidGrid(size: size, tileSize: tileSize)
            var reached: [TileAddress: Int] = [:]
            for level in client.levels(size, tileSize: tileSize) {
                let levelSize = size.halved(times: level.halvings)
                for row in 0..<(levelSize.height + tileSize - 1) / tileSize {
                    for column in 0..<(levelSize.width + tileSize - 1) / tileSize {
                        let path = client.path(level, column, row, size, tileSize: tileSize)
                        guard let address = address(path, in: grid) else {
                            // Deep Zoom's levels below one tile are not in the grid.
                            #expect(client == .deepZoom && levelSize.longerSide <= tileSize / 2, "\(path) of \(size)")
                            continue
                        }
                        let wanted = PixelSize(
                            width: min(tileSize, levelSize.width - column * tileSize),
                            height: min(tileSize, levelSize.height - row * tileSize))
                        #expect(grid.tileRect(address)?.size == wanted, "\(path) of \(size)")
                        reached[address, default: 0] += 1
                    }
                }
            }
            // In IIIF a last tile of one pixel can have the same request at several levels. The server then answers from the finest.
            let isOnce = reached.values.allSatisfy { $0 == 1 } && reached.count == grid.tileCount
            let total = reached.values.reduce(0, +)
            #expect(client == .iiif ? total == grid.tileCount : isOnce, "\(size) in tiles of \(tileSize)")
            let area = (0..<grid.levelCount).map { grid.size(ofLevel: $0).area }.reduce(0, +)
            if client != .iiif { #expect(reached.keys.compactMap(grid.tileRect).map(\.size.area).reduce(0, +) == area) }
        }
    }

    /// Images of up to two billion pixels a side: random tiles, and tiles at the edges.
    @Test("The clients of all protocols reach the same tiles of large images") func allAgreeOnLargeImages() throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<1_000 {
            let size = Self.size(&generator, upTo: 1 << 31)
            let tileSize = 1 << Int.random(in: 6...12, using: &generator)
            let grid = PyramidGrid(size: size, tileSize: tileSize)
            let halvings = Int.random(in: 0..<grid.levelCount, using: &generator)
            let levelSize = size.halved(times: halvings)
            let last = (column: (levelSize.width - 1) / tileSize, row: (levelSize.height - 1) / tileSize)
            let column = Bool.random(using: &generator) ? last.column : Int.random(in: 0...last.column, using: &generator)
            let row = Bool.random(using: &generator) ? last.row : Int.random(in: 0...last.row, using: &generator)
            for client in Client.allCases {
                let level = try #require(client.levels(size, tileSize: tileSize).first { $0.halvings == halvings })
                let found = address(client.path(level, column, row, size, tileSize: tileSize), in: grid)
                let wanted = TileAddress(level: grid.levelCount - 1 - halvings, column: column, row: row)
                if client == .iiif {
                    #expect(found.flatMap(grid.region(of:)) == grid.region(of: wanted))
                } else {
                    #expect(found == wanted)
                }
                if client != .iiif {
                    for (column, row) in [(last.column + 1, row), (column, last.row + 1)] {
                        let none = address(client.path(level, column, row, size, tileSize: tileSize), in: grid)
                        #expect(none.flatMap(grid.tileRect) == nil)
                    }
                }
            }
        }
    }
}

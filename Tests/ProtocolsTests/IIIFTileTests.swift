// Tiled clients of IIIF, which round differently at the edges: each finds the tile, or gets exactly the size that it requests.

import Geometry
import Protocols
import Testing

@Suite struct IIIFTileTests {
    /// Every tile of images with odd sizes.
    static let tiles: [(grid: PyramidGrid, address: TileAddress)] = {
        let sizes = [(1, 1), (1, 5000), (5000, 1), (3001, 1999), (512, 512), (513, 1025), (1024, 1024), (4097, 3), (2051, 2050)]
        return sizes.flatMap { size in
            let grid = PyramidGrid(size: PixelSize(width: size.0, height: size.1), tileSize: 512)
            return (0..<grid.levelCount).flatMap { level in
                (0..<grid.rows(ofLevel: level)).flatMap { row in
                    (0..<grid.columns(ofLevel: level)).map { (grid, TileAddress(level: level, column: $0, row: row)) }
                }
            }
        }
    }()

    @Test("A tile's region in its exact size is the tile") func exactSizesAreTheTile() throws {
        for (grid, address) in Self.tiles {
            let cell = try #require(grid.tileRect(address))
            let plan = try plan(grid, address, "\(cell.width),\(cell.height)")
            #expect(plan.size == cell.size)
            #expect(try stands(plan.tile, for: address, in: grid))
        }
    }

    @Test("A tile's region with one side rounded up is the tile") func oneSideRoundedUpIsTheTile() throws {
        for (grid, address) in Self.tiles {
            let cell = try #require(grid.tileRect(address))
            for size in ["\(cell.width),", ",\(cell.height)"] {
                let plan = try plan(grid, address, size)
                guard let tile = plan.tile else {
                    Issue.record("\(address) of \(grid.size) as \(size) is no tile")
                    continue
                }
                #expect(plan.size == grid.tileRect(tile)?.size)
                #expect(grid.region(of: tile) == grid.region(of: address))
            }
        }
    }

    @Test("A side that is rounded down is kept, and the other is the tile's") func oneSideRoundedDownGetsThatSideAndTheCellsOther() throws {
        var found = 0
        for (grid, address) in Self.tiles {
            let cell = try #require(grid.tileRect(address))
            let region = try #require(grid.region(of: address))
            let factor = grid.scaleFactor(ofLevel: address.level)
            let width = region.width / factor
            if width > 0, width < cell.width {
                let plan = try plan(grid, address, "\(width),")
                #expect(plan.size.width == width)
                // The same region may be a tile of a lower level with exactly this width.
                if plan.tile == nil { #expect(plan.size.height == cell.height) }
                found += 1
            }
            let height = region.height / factor
            if height > 0, height < cell.height {
                let plan = try plan(grid, address, ",\(height)")
                #expect(plan.size.height == height)
                if plan.tile == nil { #expect(plan.size.width == cell.width) }
                found += 1
            }
        }
        #expect(found > 20)
    }

    @Test("Two given sides are always kept") func bothSidesAreAlwaysExactlyWhatIsAsked() throws {
        for (grid, address) in Self.tiles {
            let cell = try #require(grid.tileRect(address))
            let region = try #require(grid.region(of: address))
            for dx in -1...1 {
                for dy in -1...1 {
                    let size = PixelSize(width: cell.width + dx, height: cell.height + dy)
                    guard (1...region.width).contains(size.width), (1...region.height).contains(size.height) else { continue }
                    let plan = try plan(grid, address, "\(size.width),\(size.height)")
                    #expect(plan.size == size)
                    if let tile = plan.tile { #expect(grid.tileRect(tile)?.size == size) }
                }
            }
        }
    }

    @Test("Other requests for the region of a tile are not the tile") func otherRequestsForACellAreNotTheTile() throws {
        let grid = PyramidGrid(size: PixelSize(width: 3001, height: 1999), tileSize: 512)
        func tile(_ rest: String) throws -> TileAddress? { try resolve(rest, on: grid.size, maxArea: 10_000_000)?.tile }
        let first = TileAddress(level: 3, column: 0, row: 0)
        #expect(try tile("0,0,512,512/max/0/default.jpg") == first)
        #expect(try tile("0,0,512,512/512,/0/color.png") == first)
        #expect(try tile("0,0,512,512/!512,512/0/default.jpg") == first)
        #expect(try tile("0,0,512,512/pct:100/0/default.jpg") == first)
        #expect(try tile("0,0,512,512/^512,512/0/default.jpg") == first)
        #expect(try tile("full/376,/0/default.jpg") == TileAddress(level: 0, column: 0, row: 0))
        #expect(try tile("full/376,250/0/default.jpg") == TileAddress(level: 0, column: 0, row: 0))
        #expect(try tile("2560,1536,512,512/441,/0/default.jpg") == TileAddress(level: 3, column: 5, row: 3), "cropped at the edges")
        #expect(try tile("0,0,512,512/512,/0/gray.jpg") == nil)
        #expect(try tile("0,0,512,512/512,/0/bitonal.jpg") == nil)
        #expect(try tile("0,0,512,511/512,/0/default.jpg") == nil)
        #expect(try tile("1,0,512,512/512,/0/default.jpg") == nil)
        #expect(try tile("0,0,512,512/511,/0/default.jpg") == nil)
        #expect(try tile("0,0,512,512/^513,/0/default.jpg") == nil)
        #expect(try tile("full/375,250/0/default.jpg") == nil)
        #expect(try tile("full/max/0/default.jpg") == nil)
    }

    @Test("A narrow edge tile keeps its height") func aNarrowEdgeKeepsTheCellsHeight() throws {
        // The last column of this level has tiles of 1 by 512 pixels for regions of 2 by 2048; the aspect ratio would give 1 by 1024.
        let plan = try #require(try resolve("2048,0,2,2048/1,/0/default.jpg", on: PixelSize(width: 2050, height: 4100), maxArea: 1_000_000))
        #expect(plan.size == PixelSize(width: 1, height: 512))
        #expect(plan.tile == TileAddress(level: 2, column: 1, row: 0))
    }

    private func plan(_ grid: PyramidGrid, _ address: TileAddress, _ size: String) throws -> IIIFImagePlan {
        let region = try #require(grid.region(of: address))
        let rest = "\(region.x),\(region.y),\(region.width),\(region.height)/\(size)/0/default.jpg"
        return try #require(try resolve(rest, on: grid.size, maxArea: 1_000_000))
    }

    /// True when a tile has the region and the size of the expected one. At a corner, several tiles of 1 by 1 pixels can.
    private func stands(_ tile: TileAddress?, for address: TileAddress, in grid: PyramidGrid) throws -> Bool {
        let tile = try #require(tile)
        return grid.region(of: tile) == grid.region(of: address) && grid.tileRect(tile)?.size == grid.tileRect(address)?.size
    }
}

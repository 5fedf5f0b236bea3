import Foundation
import Geometry
import Testing
@testable import Imaging

/// Images on a canvas, compared with the position at which each pixel belongs.
@Suite struct ViewportTests {
    let folder = Folder()
    private let red = Colour(red: 255, green: 0, blue: 0)

    private func rendered(_ render: RenderPlan, of picture: Picture) throws -> Picture {
        try Picture(decoding: picture.level(in: folder).render(render), in: folder)
    }

    /// The colour of each pixel is its position: red its column, green its row.
    @Test(
        "Every pixel of the canvas shows the right pixel of the image",
        arguments: [0.11, 0.25, 0.37, 0.5, 0.62, 0.73, 1, 1.0003, 1.5, 3.7, 17.3])
    func everyPixelIsWhereItBelongs(zoom: Double) throws {
        let ramp = Picture(width: 251, height: 241) { x, y, band in [x, y, 250 - x][band] }
        var random = SeededGenerator(UInt64(zoom * 1000))
        for _ in 0..<4 {
            let canvas = PixelSize(width: 150, height: 110)
            let width = zoom * 251
            let height = zoom * 241
            let place = Rect(
                x: .random(in: min(-10, 150 - width - 20)...20, using: &random),
                y: .random(in: min(-10, 110 - height - 20)...20, using: &random), width: width, height: height)
            let picture = try rendered(
                RenderPlan(canvas: canvas, place: place, encoding: Encoding(.png), background: red), of: ramp)
            var moved = 0.0
            var count = 0.0
            for y in 0..<canvas.height {
                for x in 0..<canvas.width {
                    let column = (Double(x) + 0.5 - place.x) / zoom
                    let row = (Double(y) + 0.5 - place.y) / zoom
                    guard (0..<251).contains(column), (0..<241).contains(row) else {
                        if picture.pixel(x, y) != [255, 0, 0] { Issue.record("\(x), \(y) is not background") }
                        continue
                    }
                    // Interpolation bends the ramp at the image's edges.
                    let edge = 3 / min(zoom, 1)
                    guard (edge...251 - edge).contains(column), (edge...241 - edge).contains(row) else { continue }
                    let error = (Double(picture[x, y, 0]) - column + 0.5, Double(picture[x, y, 1]) - row + 0.5)
                    if max(abs(error.0), abs(error.1)) > 1.1 { Issue.record("\(x), \(y) is off by \(error)") }
                    // The opposite ramp tells a move from a change of brightness.
                    moved += (Double(picture[x, y, 0]) - Double(picture[x, y, 2]) + 250) / 2 - column + 0.5
                    count += 1
                }
            }
            if zoom != zoom.rounded() && count > 500 { #expect(abs(moved / count) < 0.5) }
        }
    }

    @Test("At scale 1 and a whole offset pixels are copied") func wholePixelsAreCopied() throws {
        let picture = Picture.waves(120, 90)
        let place = Rect(x: -30, y: -20, width: 120, height: 90)
        let render = RenderPlan(canvas: PixelSize(width: 64, height: 48), place: place, encoding: Encoding(.png))
        #expect(try rendered(render, of: picture) == picture.cropped(PixelRect(x: 30, y: 20, width: 64, height: 48)))
    }

    @Test("Edges of the image are neither darkened nor blended") func edgesAreNotDarkened() throws {
        let white = Picture(width: 50, height: 40) { _, _, _ in 255 }
        for zoom in [0.3, 0.77, 1.6, 4.9] {
            let place = Rect(x: 10.3, y: 7.6, width: 50 * zoom, height: 40 * zoom)
            let canvas = try rendered(
                RenderPlan(canvas: PixelSize(width: 280, height: 220), place: place, encoding: Encoding(.png), background: red),
                of: white)
            #expect(Set(stride(from: 1, to: canvas.bytes.count, by: 3).map { canvas.bytes[$0] }) == [0, 255])
        }
    }

    @Test(
        "A canvas beside the image is all background",
        arguments: [
            Rect(x: 500, y: 0, width: 100, height: 100), Rect(x: -101, y: 0, width: 100, height: 100),
            Rect(x: 1e18, y: -1e18, width: 1e-3, height: 1e12), Rect(x: -1e18, y: -1e18, width: 1, height: 1),
        ])
    func anImageThatIsNotSeenLeavesTheBackground(place: Rect) throws {
        let size = PixelSize(width: 30, height: 20)
        let render = RenderPlan(canvas: size, place: place, encoding: Encoding(.png), background: Colour(red: 1, green: 2, blue: 3))
        #expect(render.region(ofLevel: PixelSize(width: 100, height: 100)) == nil)
        #expect(try rendered(render, of: Picture.waves(100, 100)) == Picture(width: 30, height: 20) { _, _, band in band + 1 })
    }

    @Test(
        "Extreme places are drawn",
        arguments: [
            Rect(x: -1e15, y: -1e15, width: 3e15, height: 3e15), Rect(x: 4, y: 4, width: 1e-9, height: 1e-9),
            Rect(x: 0, y: -1e9, width: 30, height: 3e9), Rect(x: 0, y: 0, width: 30, height: 1e-6),
        ])
    func extremePlacesAreDrawn(place: Rect) throws {
        let render = RenderPlan(canvas: PixelSize(width: 30, height: 20), place: place, encoding: Encoding(.png))
        let region = try #require(render.region(ofLevel: PixelSize(width: 100, height: 90)))
        #expect(PixelRect(x: 0, y: 0, width: 100, height: 90).intersection(region) == region)
        #expect(try rendered(render, of: Picture.waves(100, 90)).size == render.frame.size)
    }

    @Test("Transparent pixels stay so, or show an opaque background") func transparencyIsKeptOrCovered() throws {
        let picture = Picture(width: 20, height: 20, bands: 4) { x, _, band in [0, 0, 255, x < 10 ? 255 : 0][band] }
        var render = RenderPlan(
            canvas: PixelSize(width: 40, height: 20), place: Rect(x: 0, y: 0, width: 20, height: 20), encoding: Encoding(.png),
            background: .transparent)
        let open = try rendered(render, of: picture)
        #expect(open.pixel(5, 5) == [0, 0, 255, 255])
        #expect(open.pixel(15, 5)[3] == 0)
        #expect(open.pixel(30, 5)[3] == 0)
        render.background = red
        let covered = try rendered(render, of: picture)
        #expect(covered.pixel(5, 5) == [0, 0, 255])
        #expect(covered.pixel(15, 5) == [255, 0, 0])
        #expect(covered.pixel(30, 5) == [255, 0, 0])
        // An opaque image on a transparent canvas.
        render.background = .transparent
        let opaque = try rendered(render, of: Picture(width: 20, height: 20, bands: 1) { _, _, _ in 90 })
        #expect(opaque.pixel(5, 5) == [90, 255])
        #expect(opaque.pixel(30, 5)[1] == 0)
    }

    /// All other pixels of the level are missing, and the picture is the same.
    @Test("The pixels of the plan's region are all that rendering needs") func theRegionIsEnough() throws {
        let picture = Picture.waves(400, 300)
        let level = try picture.level(in: folder)
        var random = SeededGenerator(7)
        for _ in 0..<12 {
            let zoom = exp(Double.random(in: -2.5...1.5, using: &random))
            let place = Rect(
                x: .random(in: -400 * zoom...50, using: &random), y: .random(in: -300 * zoom...50, using: &random),
                width: 400 * zoom, height: 300 * zoom)
            let render = RenderPlan(canvas: PixelSize(width: 60, height: 50), place: place, encoding: Encoding(.png))
            guard let region = render.region(ofLevel: picture.size) else { continue }
            let part = try picture.cropped(region).encoded(.png, in: folder)
            let mosaic = LevelImage(size: picture.size, tiles: [(region, part)])
            #expect(try mosaic.render(render) == level.render(render))
        }
    }
}

/// Levels that are made of encoded tiles.
@Suite struct MosaicTests {
    let folder = Folder()

    @Test("Tiles of a mosaic lie in their places", arguments: [1, 3, 4]) func tilesLieInTheirPlaces(bands: Int) throws {
        let picture = Picture.waves(150, 100, bands: bands)
        let grid = PyramidGrid(size: picture.size, tileSize: 64)
        var tiles: [(PixelRect, [UInt8])] = []
        for row in 0..<2 {
            for column in 1..<3 {
                let place = try #require(grid.tileRect(TileAddress(level: grid.levelCount - 1, column: column, row: row)))
                tiles.append((place, try picture.cropped(place).encoded(.png, in: folder)))
            }
        }
        let mosaic = LevelImage(size: picture.size, tiles: tiles)
        #expect(mosaic.size == picture.size)
        let region = PixelRect(x: 64, y: 10, width: 86, height: 90)
        let png = try mosaic.render(RenderPlan(region: region, encoding: Encoding(.png)))
        #expect(try Picture(decoding: png, in: folder) == picture.cropped(region))
    }

    @Test("Missing, broken and wrongly sized tiles are damage") func wrongTilesAreDamage() throws {
        let tile = try Picture.waves(64, 64).encoded(.jpg, in: folder)
        let size = PixelSize(width: 64, height: 64)
        #expect(throws: ImagingError.self) { try Picture(LevelImage(size: size, tiles: [])) }
        #expect(throws: ImagingError.self) {
            try Picture(LevelImage(size: size, tiles: [(PixelRect(x: 0, y: 0, width: 64, height: 63), tile)]))
        }
        #expect(throws: ImagingError.self) {
            try Picture(LevelImage(size: size, tiles: [(PixelRect(size), Array(tile.prefix(tile.count / 2)))]))
        }
        #expect(throws: ImagingError.self) { try Picture(LevelImage(size: size, tiles: [(PixelRect(size), [])])) }
    }
}

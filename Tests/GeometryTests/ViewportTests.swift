// Properties of every viewport: it shows no gap, its tiles cover exactly its visible region, and changing the anchor moves nothing.

import Geometry
import Testing
import TestSupport

@Suite struct ViewportTests {
    struct Case {
        let viewport: Viewport
        let grid: PyramidGrid
    }

    static let cases: [Case] = {
        var generator = SeededGenerator(seed: 2)
        let sizes = PyramidGridTests.sizes + [PixelSize(width: 40001, height: 30001), PixelSize(width: 100_000, height: 3)]
        return (0..<600).compactMap { _ in
            let image = sizes.randomElement(using: &generator)!
            let viewport = try? Viewport(
                image: image,
                view: Size(width: Double.random(in: 1...2000, using: &generator), height: Double.random(in: 1...1500, using: &generator)),
                dpr: Double.random(in: 0.5...4, using: &generator), scale: Double.random(in: 0.5...20, using: &generator),
                anchor: Point(x: Double.random(in: -0.5...1.5, using: &generator), y: Double.random(in: 0...1, using: &generator)),
                offset: Point(x: Double.random(in: -3000...3000, using: &generator), y: Double.random(in: -300...300, using: &generator)),
                min: Bool.random(using: &generator) ? 0.5 : nil)
            return viewport.map { Case(viewport: $0, grid: PyramidGrid(size: image, tileSize: 256)) }
        }
    }()

    @Test("All random viewports are valid") func thereAreCases() { #expect(Self.cases.count == 600) }

    @Test("A viewport shows no gap unless the image is centred") func noGapUnlessCentred() {
        for viewport in Self.cases.map(\.viewport) {
            for (start, extent, view) in [
                (viewport.frame.x, viewport.frame.width, viewport.view.width),
                (viewport.frame.y, viewport.frame.height, viewport.view.height),
            ] {
                let isCentred = abs(start - (view - extent - start)) <= 1e-9 * view
                let covers = start <= 0 && start + extent >= view * (1 - 1e-12)
                #expect(extent <= view ? isCentred : covers, "\(viewport)")
            }
        }
    }

    @Test("The tiles cover the visible part of the image and nothing else") func tilesCoverWhatIsSeenAndNothingElse() {
        for each in Self.cases {
            let viewport = each.viewport
            let tiles = viewport.tiles(in: each.grid)
            let slack = 1e-6 * max(1, viewport.zoom)
            var covered = 0.0
            for tile in tiles {
                let width = min(tile.place.x + tile.place.width, viewport.view.width) - max(tile.place.x, 0)
                let height = min(tile.place.y + tile.place.height, viewport.view.height) - max(tile.place.y, 0)
                #expect(width > -slack && height > -slack, "\(tile) is not seen in \(viewport)")
                covered += max(0, width) * max(0, height)
            }
            let seen = viewport.region.width * viewport.region.height * viewport.zoom * viewport.zoom
            #expect(abs(covered - seen) <= 1e-6 * max(1, seen), "\(viewport)")
            #expect(Set(tiles).count == tiles.count)
        }
    }

    @Test("Tiles are in order of their distance from the centre") func tilesComeNearestFirst() {
        for each in Self.cases {
            let view = each.viewport.view
            let distances = each.viewport.tiles(in: each.grid).map { tile in
                let dx = tile.place.x + tile.place.width / 2 - view.width / 2
                let dy = tile.place.y + tile.place.height / 2 - view.height / 2
                return (dx * dx + dy * dy).squareRoot()
            }
            for (near, far) in zip(distances, distances.dropFirst()) { #expect(near <= far + 1e-3) }
        }
    }

    @Test("The level is the coarsest that is sharp") func levelIsTheCoarsestThatIsSharp() {
        for each in Self.cases {
            let density = each.viewport.zoom * each.viewport.dpr
            let level = each.viewport.level(in: each.grid)
            let isSharp = Double(each.grid.scaleFactor(ofLevel: level)) * density <= 1
            #expect(isSharp || level == each.grid.levelCount - 1)
            if level > 0 { #expect(Double(each.grid.scaleFactor(ofLevel: level - 1)) * density > 1) }
        }
    }

    @Test("Tiles at the same distance are in reading order") func tilesEquallyFarComeInReadingOrder() throws {
        // A square in a square view: the centre of the image is a corner of four tiles.
        let image = PixelSize(width: 2048, height: 2048)
        for side in [333.3, 700.1, 999.9] {
            let viewport = try Viewport(image: image, view: Size(width: side, height: side), dpr: 2048 / side)
            let tiles = viewport.tiles(in: PyramidGrid(size: image, tileSize: 512))
            let places = tiles.map { [$0.address.row, $0.address.column] }
            #expect(places.count == 16)
            #expect(places[..<4] == [[1, 1], [1, 2], [2, 1], [2, 2]])
            #expect(places[4...11] == [[0, 1], [0, 2], [1, 0], [1, 3], [2, 0], [2, 3], [3, 1], [3, 2]])
            #expect(places[12...] == [[0, 0], [0, 3], [3, 0], [3, 3]])
        }
    }

    @Test("A change of the anchor moves nothing") func anchorsMoveNothing() {
        var generator = SeededGenerator(seed: 3)
        for viewport in Self.cases.map(\.viewport) {
            let anchor = Point(x: Double.random(in: -5...5, using: &generator), y: Double.random(in: -5...5, using: &generator))
            let other = viewport.anchored(at: anchor)
            #expect(other.anchor == anchor)
            #expect(other.translation == viewport.translation && other.scale == viewport.scale)
            #expect(other.anchored(at: viewport.anchor) == viewport)
        }
    }

    @Test("Scale, anchor and offset of a viewport give the viewport back") func scaleAnchorAndOffsetGiveTheViewportBack() throws {
        for viewport in Self.cases.map(\.viewport) {
            let again = try Viewport(
                image: viewport.image, view: viewport.view, dpr: viewport.dpr, scale: viewport.scale, anchor: viewport.anchor,
                offset: viewport.offset, min: viewport.scales.min, ideal: viewport.scales.ideal, max: viewport.scales.max)
            let reach = 1e-9 * max(1, viewport.frame.width, viewport.frame.height)
            #expect(abs(again.translation.x - viewport.translation.x) <= reach)
            #expect(abs(again.translation.y - viewport.translation.y) <= reach)
        }
    }

    @Test("A pinch keeps the image point under the fingers") func pinchKeepsThePointUnderTheFingers() throws {
        let start = try Viewport(image: PixelSize(width: 4000, height: 3000), view: Size(width: 400, height: 800), scale: 6)
        let from = Point(x: 150, y: 500)
        let to = Point(x: 170, y: 480)
        let end = start.pinched(by: 1.5, from: from, to: to)
        #expect(abs((from.x - start.translation.x) / start.zoom - (to.x - end.translation.x) / end.zoom) < 1e-9)
        #expect(abs((from.y - start.translation.y) / start.zoom - (to.y - end.translation.y) / end.zoom) < 1e-9)
        #expect(end.scale == 9)
    }

    @Test("A pinch from the fitted viewport has the pan as its offset") func pinchFromFitHasThePanAsItsOffset() throws {
        let fitted = try Viewport(image: PixelSize(width: 4000, height: 4000), view: Size(width: 400, height: 400))
        let end = fitted.pinched(by: 3, from: Point(x: 100, y: 150), to: Point(x: 90, y: 170))
        #expect(end.anchor == Point(x: 0.25, y: 0.375))
        #expect(abs(end.offset.x + 10) < 1e-9 && abs(end.offset.y - 20) < 1e-9)
    }

    @Test("The size in device pixels is rounded and at least 1") func deviceSizes() throws {
        let image = PixelSize(width: 10, height: 10)
        #expect(
            try Viewport(image: image, view: Size(width: 390.4, height: 844), dpr: 1.5).deviceSize == PixelSize(width: 586, height: 1266))
        #expect(try Viewport(image: image, view: Size(width: 0.1, height: 0.5), dpr: 1).deviceSize == PixelSize(width: 1, height: 1))
    }

    @Test("Extreme values do not overflow") func extremesStayFinite() throws {
        let images = [PixelSize(width: 1, height: 1), PixelSize(width: 1, height: 50000), PixelSize(width: 1 << 31, height: 1 << 31)]
        for image in images {
            for side in [1e-6, 1.0, 16384] {
                for dpr in [1e-6, 8] {
                    for scale in [.leastNonzeroMagnitude, 1, 1e12, .greatestFiniteMagnitude] {
                        for reach in [0, -1e18, 1e18] {
                            let viewport = try Viewport(
                                image: image, view: Size(width: side, height: 16384), dpr: dpr, scale: scale,
                                anchor: Point(x: reach, y: -reach), offset: Point(x: -reach, y: reach), min: 1e-12, max: 1e12)
                            let numbers = [
                                viewport.zoom, viewport.translation.x, viewport.translation.y, viewport.offset.x, viewport.offset.y,
                                viewport.region.x, viewport.region.y, viewport.region.width, viewport.region.height,
                                viewport.frame.width, viewport.frame.height,
                            ]
                            #expect(numbers.allSatisfy { $0.isFinite }, "\(viewport)")
                            if viewport.deviceSize.area < 1 << 26 {
                                let tiles = viewport.tiles(in: PyramidGrid(size: image, tileSize: 256))
                                #expect((1...10_000).contains(tiles.count), "\(viewport) \(tiles.count)")
                            }
                        }
                    }
                }
            }
        }
    }

    @Test("NaN, infinity, zero and negative numbers are refused", arguments: [Double.nan, .infinity, -.infinity, 0, -1])
    func degenerateNumbersAreRefused(number: Double) {
        let image = PixelSize(width: 10, height: 10)
        let view = Size(width: 100, height: 100)
        func field(_ make: () throws(ViewportError) -> Viewport) -> ViewportError.Field? {
            do {
                _ = try make()
                return nil
            } catch {
                return error.field
            }
        }
        #expect(field { () throws(ViewportError) in try Viewport(image: image, view: Size(width: number, height: 1)) } == .width)
        #expect(field { () throws(ViewportError) in try Viewport(image: image, view: Size(width: 1, height: number)) } == .height)
        #expect(field { () throws(ViewportError) in try Viewport(image: image, view: view, dpr: number) } == .dpr)
        #expect(field { () throws(ViewportError) in try Viewport(image: image, view: view, scale: number) } == .scale)
        #expect(field { () throws(ViewportError) in try Viewport(image: image, view: view, min: number) } == .min)
        #expect(field { () throws(ViewportError) in try Viewport(image: image, view: view, max: number) } == .max)
        if !number.isFinite {
            #expect(field { () throws(ViewportError) in try Viewport(image: image, view: view, ideal: number) } == .ideal)
            #expect(field { () throws(ViewportError) in try Viewport(image: image, view: view, anchor: Point(x: 0, y: number)) } == .anchor)
            #expect(field { () throws(ViewportError) in try Viewport(image: image, view: view, offset: Point(x: number, y: 0)) } == .offset)
        }
    }
}

// Viewports against the vectors that Swift, JavaScript and Python share, to the tolerance in Tests/Vectors/README.md.

import Geometry
import Testing

@Suite struct VectorTests {
    @Test("Viewports and their tiles agree with the shared vectors") func plans() throws {
        #expect(Vectors.shared.plans.count > 300)
        for vector in Vectors.shared.plans {
            let viewport = try vector.viewport.make()
            let grid = vector.viewport.grid
            let expected = vector.expected
            let name = Comment("\(vector.viewport)")
            expect(viewport, expected, name)
            let reach = reach(viewport)
            let scales = try #require(expected.scales)
            #expect(agree(viewport.scales.min, scales.min, within: 0), name)
            #expect(agree(viewport.scales.ideal, scales.ideal, within: 0), name)
            #expect(agree(viewport.scales.max, scales.max, within: 0), name)
            #expect(agree(viewport.offset, try #require(expected.offset).point, within: reach), name)
            #expect(agree(viewport.frame, try #require(expected.frame).rect, within: reach), name)
            let side = Double(viewport.image.longerSide)
            #expect(agree(viewport.region, try #require(expected.region).rect, within: side), name)
            #expect(grid.levelCount == expected.levels, name)
            #expect(viewport.level(in: grid) == expected.level, name)
            let tiles = viewport.tiles(in: grid)
            #expect(tiles.map { [$0.address.column, $0.address.row] } == expected.tiles, name)
            #expect(tiles.allSatisfy { $0.address.level == expected.level }, name)
            let first = try #require(tiles.first)
            #expect(agree(first.place, try #require(expected.firstPlace).rect, within: reach), name)
        }
    }

    @Test("Changes of the anchor agree with the shared vectors") func anchorChanges() throws {
        for vector in Vectors.shared.anchorChanges {
            let viewport = try vector.viewport.make().anchored(at: vector.anchor.point)
            let name = Comment("\(vector.viewport)")
            expect(viewport, vector.expected, name)
            #expect(agree(viewport.offset, try #require(vector.expected.offset).point, within: reach(viewport)), name)
        }
    }

    @Test("Pinches agree with the shared vectors") func pinches() throws {
        for vector in Vectors.shared.pinches {
            let pinched = try vector.viewport.make().pinched(by: vector.ratio, from: vector.from.point, to: vector.to.point)
            expect(pinched, vector.expected, "\(vector)")
        }
    }

    @Test("Double taps agree with the shared vectors") func doubleTaps() throws {
        for vector in Vectors.shared.doubleTaps {
            let target = vector.target ?? Viewport.doubleTapScale
            expect(try vector.viewport.make().doubleTapped(at: vector.point.point, target: target), vector.expected, "\(vector)")
        }
    }

    @Test("Refused viewports agree with the shared vectors") func refusals() {
        for vector in Vectors.shared.refusals {
            let error = #expect(throws: ViewportError.self, "\(vector)") { try vector.viewport.make() }
            #expect(error?.field.rawValue == vector.field, "\(vector)")
        }
    }

    private func expect(_ viewport: Viewport, _ expected: Vectors.Expected, _ name: Comment) {
        #expect(agree(viewport.scale, expected.scale, within: 0), name)
        #expect(agree(viewport.zoom, expected.zoom, within: 0), name)
        #expect(agree(viewport.translation, expected.translation.point, within: reach(viewport)), name)
    }

    private func reach(_ viewport: Viewport) -> Double { max(1, viewport.frame.width, viewport.frame.height) }

    private func agree(_ actual: Double, _ expected: Double, within reach: Double) -> Bool {
        abs(actual - expected) <= 1e-9 * max(reach, abs(expected))
    }

    private func agree(_ actual: Point, _ expected: Point, within reach: Double) -> Bool {
        agree(actual.x, expected.x, within: reach) && agree(actual.y, expected.y, within: reach)
    }

    private func agree(_ actual: Rect, _ expected: Rect, within reach: Double) -> Bool {
        agree(actual.x, expected.x, within: reach) && agree(actual.y, expected.y, within: reach)
            && agree(actual.width, expected.width, within: reach) && agree(actual.height, expected.height, within: reach)
    }
}

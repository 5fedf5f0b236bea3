// Motions against the vectors that Swift, JavaScript and Python share, to the tolerance in Tests/Vectors/README.md.

import Geometry
import Testing

@Suite struct MotionVectorTests {
    static let times = [0, 0.016, 0.05, 0.2, 0.7, 2.5]

    @Test("Rubber bands agree with the shared vectors") func rubberBands() {
        #expect(MotionVectors.shared.rubberBands.count >= 100)
        for vector in MotionVectors.shared.rubberBands {
            let given = DecayingAxis.rubberBand(vector.distance, extent: vector.extent)
            #expect(agree(given, vector.expected, within: 0), "\(vector)")
        }
    }

    @Test("Coordinates in motion agree with the shared vectors") func slides() {
        #expect(MotionVectors.shared.slides.count >= 300)
        for vector in MotionVectors.shared.slides {
            let slide = DecayingAxis(from: vector.from, speed: vector.speed, within: vector.low...vector.high)
            let reach = max(1, abs(vector.from), abs(vector.low), abs(vector.high), abs(vector.speed))
            #expect(agree(slide.rest, vector.expected.rest, within: reach), "\(vector)")
            for (time, place) in zip(Self.times, vector.expected.places) {
                #expect(agree(slide.position(at: time), place, within: reach), "\(vector) at \(time)")
            }
        }
    }

    @Test("Images that are released agree with the shared vectors") func releases() throws {
        #expect(MotionVectors.shared.releases.count >= 250)
        for vector in MotionVectors.shared.releases {
            let viewport = try vector.viewport.make()
            let motion = ViewportMotion(
                from: vector.shown.transform, in: viewport, focus: try #require(vector.focus).point,
                speed: try #require(vector.speed).point)
            expect(motion, vector, viewport)
        }
    }

    @Test("Motions to a given viewport agree with the shared vectors") func journeys() throws {
        #expect(MotionVectors.shared.journeys.count >= 150)
        for vector in MotionVectors.shared.journeys {
            let viewport = try vector.viewport.make()
            expect(ViewportMotion(from: vector.shown.transform, to: viewport), vector, viewport)
        }
    }

    @Test("The endings of gestures agree with the shared vectors") func endings() throws {
        #expect(MotionVectors.shared.endings.count >= 120)
        for vector in MotionVectors.shared.endings {
            let viewport = try vector.viewport.make()
            let ending = try #require(vector.ending.flatMap(GestureEnding.init))
            let focus = try #require(vector.focus).point
            expect(viewport.motion(from: vector.shown.transform, ending: ending, focus: focus, speed: .zero), vector, viewport)
        }
    }

    @Test("The scale, anchor and offset of a gesture give the transform that it shows") func placements() throws {
        for vector in MotionVectors.shared.releases {
            let viewport = try vector.viewport.make()
            let anchored = viewport.anchored(at: Point(x: 0.3, y: 0.9))
            let transform = viewport.transform(scale: anchored.scale, anchor: anchored.anchor, offset: anchored.offset)
            expect(transform, anchored.transform, within: reach(viewport, viewport.transform), "\(vector)")
            expect(viewport.normalised(viewport.transform).transform, viewport.transform, within: reach(viewport, transform), "\(vector)")
        }
    }

    @Test("Extreme values within the bounds of a viewport give a valid viewport at rest") func extremesStayFinite() throws {
        let viewports = [
            try Viewport(image: PixelSize(width: 1, height: 50_000), view: Size(width: 390, height: 844), dpr: 3),
            try Viewport(image: PixelSize(width: 1 << 31, height: 1), view: Size(width: 16384, height: 1e-6), min: 1e-12, max: 1e12),
        ]
        for viewport in viewports {
            for scale in [1e-12, 0.3, 1, 1e12] {
                for coordinate in [-1e18, -1, 0, 1e-9, 1e18] {
                    for speed in [-1e9, -1e-300, 0, 1e9] {
                        let shown = viewport.transform(
                            scale: scale, anchor: Point(x: coordinate, y: 0.5), offset: Point(x: coordinate, y: -coordinate))
                        let motion = ViewportMotion(
                            from: shown, in: viewport, focus: Point(x: coordinate, y: 7), speed: Point(x: speed, y: -speed))
                        let rest = motion.rest
                        #expect(rest.translation.x.isFinite && rest.translation.y.isFinite)
                        #expect(viewport.scales.min <= rest.scale && rest.scale <= viewport.scales.max)
                        #expect(viewport.normalised(rest.transform).translation == rest.translation)
                    }
                }
            }
        }
    }

    private func expect(_ motion: ViewportMotion, _ vector: MotionVectors.Journey, _ viewport: Viewport) {
        let reach = reach(viewport, vector.shown.transform)
        let name = Comment("\(vector)")
        expect(motion.rest.transform, vector.expected.rest.transform, within: reach, name)
        expect(viewport.normalised(motion.rest.transform).transform, motion.rest.transform, within: reach, name)
        for (time, place) in zip(Self.times, vector.expected.places ?? []) {
            expect(motion.transform(at: time), place.transform, within: reach, name)
        }
    }

    private func expect(_ actual: ViewTransform, _ expected: ViewTransform, within reach: Double, _ name: Comment) {
        #expect(agree(actual.zoom, expected.zoom, within: 0), name)
        #expect(agree(actual.translation.x, expected.translation.x, within: reach), name)
        #expect(agree(actual.translation.y, expected.translation.y, within: reach), name)
    }

    private func reach(_ viewport: Viewport, _ shown: ViewTransform) -> Double {
        let zoom = max(viewport.zoom, shown.zoom)
        let (x, y) = (shown.translation.x, shown.translation.y)
        return max(1, abs(x), abs(y), zoom * Double(viewport.image.width), zoom * Double(viewport.image.height), 3000)
    }

    private func agree(_ actual: Double, _ expected: Double, within reach: Double) -> Bool {
        abs(actual - expected) <= 1e-9 * max(reach, abs(expected))
    }
}

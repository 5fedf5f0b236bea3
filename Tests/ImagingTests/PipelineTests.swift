import CJPEG
import CVips
import Geometry
import Synchronization
import Testing
@testable import Imaging

/// The list of steps, and the shortcuts that steps permit.
@Suite struct PipelineTests {
    let folder = Folder()
    private static let picture = Picture.waves(128, 64)
    private static let whole = PixelRect(picture.size)

    /// Draws a white square into the upper left corner of each image of one width, as an overlay would.
    private struct OverlayStep: RenderStep {
        let width: Int

        func applies(to plan: RenderPlan) -> Bool { plan.frame.size.width == width }

        func apply(to image: ImageHandle, _ plan: RenderPlan) throws(ImagingError) -> ImageHandle {
            let canvas = try image.inMemory()
            let square = try ImageHandle.filled(PixelSize(width: 16, height: 16), with: .white, alpha: false).inFullColour()
            guard azv_draw_image(canvas.pointer, square.pointer, 0, 0) == 0 else { throw Vips.failure(in: .processing) }
            return canvas
        }
    }

    private static let overlaid = RenderPipeline(RenderPipeline.standard.steps + [OverlayStep(width: 128)])

    private func isOverlaid(_ picture: Picture) -> Bool { picture.pixel(4, 4).allSatisfy { $0 > 250 } }

    /// A level of JPEG tiles, which would be decoded as planes.
    private func level() throws -> LevelImage {
        let places = [PixelRect(x: 0, y: 0, width: 64, height: 64), PixelRect(x: 64, y: 0, width: 64, height: 64)]
        return LevelImage(size: Self.picture.size, tiles: try places.map { ($0, try Self.picture.cropped($0).jpeg(TJSAMP_420)) })
    }

    @Test("A tile at its own size permits all shortcuts")
    func tile() {
        let plan = RenderPlan(region: Self.whole, encoding: Encoding(.jpg))
        for shortcut in Shortcut.allCases { #expect(RenderPipeline.standard.permits(shortcut, for: plan)) }
    }

    @Test("A scaled region permits planes and nothing else")
    func scaled() {
        let plan = RenderPlan(region: Self.whole, size: PixelSize(width: 100, height: 50), encoding: Encoding(.jpg))
        #expect(RenderPipeline.standard.permits(.planes, for: plan))
        #expect(!RenderPipeline.standard.permits(.passthrough, for: plan))
        #expect(!RenderPipeline.standard.permits(.storedTile, for: plan))
    }

    @Test("A turn, a reduced quality and a canvas forbid all shortcuts")
    func changed() {
        let plans = [
            RenderPlan(region: Self.whole, turn: Turn(degrees: 90), encoding: Encoding(.jpg)),
            RenderPlan(region: Self.whole, turn: Turn(degrees: 0, isMirrored: true), encoding: Encoding(.jpg)),
            RenderPlan(region: Self.whole, quality: .gray, encoding: Encoding(.jpg)),
            RenderPlan(region: Self.whole, quality: .bitonal, encoding: Encoding(.jpg)),
            RenderPlan(canvas: Self.whole.size, place: Rect(x: 0, y: 0, width: 128, height: 64), encoding: Encoding(.jpg)),
        ]
        for plan in plans {
            for shortcut in Shortcut.allCases { #expect(!RenderPipeline.standard.permits(shortcut, for: plan), "\(plan) \(shortcut)") }
        }
    }

    @Test("A new step forbids all shortcuts for the images it applies to, and for no others")
    func overlayForbids() {
        let plan = RenderPlan(region: Self.whole, encoding: Encoding(.jpg))
        let other = RenderPlan(region: PixelRect(x: 0, y: 0, width: 64, height: 64), encoding: Encoding(.jpg))
        for shortcut in Shortcut.allCases {
            #expect(!Self.overlaid.permits(shortcut, for: plan))
            #expect(Self.overlaid.permits(shortcut, for: other))
        }
    }

    @Test("A new step shows in a region that would have been rendered as planes")
    func overlayShowsInPlanes() throws {
        let level = try level()
        let plan = RenderPlan(region: Self.whole, encoding: Encoding(.jpg, quality: 95))
        #expect(try level.renderPlanes(plan, by: .standard, of: Self.whole, doAlone) != nil)
        #expect(try level.renderPlanes(plan, by: Self.overlaid, of: Self.whole, doAlone) == nil)
        #expect(try !isOverlaid(Picture(decoding: level.render(plan), in: folder)))
        #expect(try isOverlaid(Picture(decoding: level.render(plan, by: Self.overlaid), in: folder)))
    }

    @Test("A new step shows in regions, viewports, thumbnails and exact parts")
    func overlayShowsEverywhere() throws {
        let level = try level()
        let place = Rect(x: -3, y: -2, width: 150, height: 75)
        let viewport = RenderPlan(canvas: Self.whole.size, place: place, encoding: Encoding(.png))
        let region = RenderPlan(region: PixelRect(x: 3, y: 3, width: 64, height: 32), size: Self.whole.size, encoding: Encoding(.webp))
        let file = try folder.source(Picture.waves(256, 128).ppm, "source.ppm")
        let description = try ImageDescription.describe(file)
        for pipeline in [RenderPipeline.standard, Self.overlaid] {
            let images = [
                try level.render(viewport, by: pipeline), try level.render(region, by: pipeline),
                try file.thumbnail(description, side: 128, quality: 95, by: pipeline),
                try file.part(description, RenderPlan(region: Self.whole, encoding: Encoding(.tif)), by: pipeline),
            ]
            for image in images {
                #expect(
                    try isOverlaid(Picture(decoding: image, in: folder)) == (pipeline.steps.count > RenderPipeline.standard.steps.count))
            }
        }
    }

    /// Counts how often it was run.
    private final class CountingStep: RenderStep {
        let runs = Atomic(0)

        func applies(to plan: RenderPlan) -> Bool { true }

        func apply(to image: ImageHandle, _ plan: RenderPlan) throws(ImagingError) -> ImageHandle {
            runs.add(1, ordering: .relaxed)
            return image
        }
    }

    @Test("A cancelled plan ends before its next step", arguments: [0, 1, 2])
    func cancelled(after questions: Int) throws {
        let step = CountingStep()
        let asked = Atomic(0)
        #expect(throws: ImagingError.cancelled) {
            let plan = RenderPlan(region: Self.whole, encoding: Encoding(.png))
            _ = try level().render(
                plan, by: RenderPipeline([step, step]), isCancelled: { asked.add(1, ordering: .relaxed).oldValue == questions })
        }
        #expect(step.runs.load(ordering: .relaxed) == questions)
    }

    @Test("A plan of a canvas reads the source itself, too")
    func viewportOfTheSource() throws {
        let picture = Picture.waves(200, 150)
        let file = try folder.source(picture.ppm, "source.ppm")
        let description = try ImageDescription.describe(file)
        for place in [Rect(x: -70.5, y: -30.25, width: 300, height: 225), Rect(x: 500, y: 0, width: 10, height: 10)] {
            let plan = RenderPlan(canvas: PixelSize(width: 90, height: 60), place: place, encoding: Encoding(.png))
            #expect(try file.part(description, plan) == picture.level(in: folder).render(plan))
        }
    }

    @Test("Depth is kept by lossless formats alone, and by steps that work on 16 bits")
    func depth() {
        let plan = RenderPlan(region: Self.whole, encoding: Encoding(.png))
        #expect(plan.keepsDepth)
        var other = plan
        other.encoding.format = .webp
        #expect(!other.keepsDepth)
        other = plan
        other.turn = Turn(degrees: 90)
        #expect(!other.keepsDepth)
        other = plan
        other.quality = .gray
        #expect(!other.keepsDepth)
    }
}

import CJPEG
import Geometry
import Synchronization
import Testing
@testable import Imaging

/// Thumbnails and exact parts that are cancelled.
@Suite struct CancellationTests {
    let folder = Folder()

    @Test("Thumbnails and exact parts end soon after they are cancelled", arguments: ["jpeg", "png", "strips"])
    func itEndsWhenItIsCancelled(kind: String) throws {
        let picture = Picture.waves(900, 3_000)
        let bytes =
            switch kind {
            case "jpeg": try picture.jpeg(TJSAMP_420)
            case "png": try picture.encoded(.png, in: folder)
            default: TIFF(picture).bytes()
            }
        let file = try folder.source(bytes, kind)
        let description = try ImageDescription.describe(file)
        let asked = Atomic<Int>(0)
        func make(_ isPart: Bool, stopAt limit: Int) throws -> [UInt8] {
            asked.store(0, ordering: .relaxed)
            // True only once: the request may come again after the work has stopped, and the file must not count as damaged then.
            let isCancelled: @Sendable () -> Bool = { asked.add(1, ordering: .relaxed).newValue == limit }
            if isPart {
                let whole = RenderPlan(region: PixelRect(description.size), encoding: Encoding(.png))
                return try file.part(description, whole, isCancelled: isCancelled)
            }
            return try file.thumbnail(description, side: 800, quality: 80, isCancelled: isCancelled)
        }
        for isPart in [false, true] {
            #expect(try !make(isPart, stopAt: .max).isEmpty)
            let all = asked.load(ordering: .relaxed)
            #expect(all > 10, "often enough to end soon")
            for limit in [1, all / 2] {
                #expect(throws: ImagingError.cancelled) { _ = try make(isPart, stopAt: limit) }
                #expect(asked.load(ordering: .relaxed) < all)
            }
            #expect(try !make(isPart, stopAt: .max).isEmpty)
        }
    }
}

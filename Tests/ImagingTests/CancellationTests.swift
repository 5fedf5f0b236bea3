import CJPEG
import Geometry
import Synchronization
import Testing
@testable import Imaging

/// Thumbnails that nobody wants any more.
@Suite struct CancellationTests {
    let folder = Folder()

    @Test(arguments: ["jpeg", "png", "strips"]) func aThumbnailEndsWhenItIsCancelled(kind: String) throws {
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
        func thumbnail(stopAt limit: Int) throws -> [UInt8] {
            asked.store(0, ordering: .relaxed)
            return try file.thumbnail(description, side: 800, quality: 80) { asked.add(1, ordering: .relaxed).newValue >= limit }
        }
        #expect(try !thumbnail(stopAt: .max).isEmpty)
        let all = asked.load(ordering: .relaxed)
        #expect(all > 10, "often enough to end soon")
        for limit in [1, all / 2] {
            #expect(throws: ImagingError.cancelled) { _ = try thumbnail(stopAt: limit) }
            #expect(asked.load(ordering: .relaxed) < all)
        }
        #expect(try !thumbnail(stopAt: .max).isEmpty)
    }
}

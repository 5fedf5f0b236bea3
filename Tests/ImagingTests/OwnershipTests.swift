import CVips
import Foundation
import Geometry
import Synchronization
import Testing
@testable import Imaging

/// Files are read and never mapped, and all resources are released.
@Suite struct OwnershipTests {
    let folder = Folder()

    private var isMapped: Bool {
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        return maps.isEmpty || maps.contains(folder.path)
    }

    @Test(
        "A source is never mapped into memory",
        arguments: ["jpg", "png", "webp", "gif", "tif", "avif", "jp2", "ppm", "pdf", "svg", "tiled"])
    func sourcesAreNeverMapped(kind: String) throws {
        let picture = Picture.waves(700, 500)
        let bytes: [UInt8]
        switch kind {
        case "ppm": bytes = picture.ppm
        case "pdf": bytes = PDF.pages(1)
        case "svg": bytes = Array(#"<svg xmlns="http://www.w3.org/2000/svg" width="700" height="500"><circle r="9"/></svg>"#.utf8)
        case "tiled": bytes = TIFF(picture, tile: 64).bytes()
        default: bytes = try picture.encoded(#require(ImageFormat.allCases.first { $0.fileExtension == kind }), in: folder)
        }
        let file = try folder.source(bytes, "source")
        let description = try ImageDescription.describe(file)
        let mapped = Mutex<[Bool]>([])
        try file.readAllStrips(description) { _ in mapped.withLock { $0.append(isMapped) } }
        if !description.sourceLevels.isEmpty {
            let level = try ImageReader(file, description).levels[0]
            try level.withPixels(of: PixelRect(level.size)) { (image) throws(ImagingError) in
                _ = try image.inMemory()
                mapped.withLock { $0.append(isMapped) }
            }
        }
        let seen = mapped.withLock { $0 }
        #expect(!seen.isEmpty && !seen.contains(true))
    }

    /// Runs in a process of its own, where no other test has objects.
    @Test("No object, memory or descriptor is left behind")
    func nothingIsLeftBehind() async {
        await #expect(processExitsWith: .success) {
            try Imaging.start(threadsPerOperation: 2)
            try useEverything()
            let warm = objectsAlive()
            let descriptors = openDescriptors()
            for _ in 0..<3 { try useEverything() }
            guard objectsAlive() <= warm, vips_tracked_get_mem() == 0, openDescriptors() <= descriptors else { exit(1) }
            Imaging.threadDidEnd()
            exit(0)
        }
    }
}

private func objectsAlive() -> Int {
    var count = 0
    withUnsafeMutablePointer(to: &count) { count in
        _ = vips_object_map(
            { _, count, _ in
                count?.assumingMemoryBound(to: Int.self).pointee += 1
                return nil
            }, count, nil)
    }
    return count
}

private func openDescriptors() -> Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? .max }

/// Reads pixels once in each way, also in those that fail.
private func useEverything() throws {
    let folder = Folder()
    let picture = Picture.waves(200, 150)
    for format in [ImageFormat.jpg, .png, .webp, .gif, .tif] {
        let bytes = try picture.encoded(format, in: folder)
        let file = try folder.source(bytes, "whole")
        _ = try file.thumbnail(ImageDescription.describe(file), side: 256, quality: 80)
        let cut = try folder.source(Array(bytes.prefix(bytes.count * 2 / 3)), "cut")
        _ = try? cut.thumbnail(ImageDescription.describe(cut), side: 256, quality: 80)
        _ = try? LevelImage(decoding: cut, ImageDescription.describe(cut))
    }
    let tiled = try folder.source(TIFF(picture, tile: 32).bytes(), "tiled.tif")
    let description = try ImageDescription.describe(tiled)
    let level = try ImageReader(tiled, description).levels[0]
    let place = Rect(x: -10.5, y: 3, width: 300, height: 225)
    for background in [Colour.white, .transparent] {
        let canvas = PixelSize(width: 100, height: 80)
        _ = try level.render(RenderPlan(canvas: canvas, place: place, encoding: Encoding(.png), background: background))
    }
    let region = PixelRect(x: 5, y: 5, width: 90, height: 70)
    let tile = try level.render(RenderPlan(region: region, size: PixelSize(width: 30, height: 99), encoding: Encoding(.jpg)))
    let mosaic = LevelImage(size: PixelSize(width: 200, height: 150), tiles: [(PixelRect(x: 9, y: 9, width: 30, height: 99), tile)])
    _ = try mosaic.render(RenderPlan(region: region, quality: .bitonal, encoding: Encoding(.png)))
    for encoding in [Encoding(.jpg), Encoding(.png)] {
        try tiled.readAllStrips(description, encoding)
        try? tiled.readAllStrips(description, encoding) { _ throws(ImagingError) in throw .cancelled }
    }
    var page = TIFF.Page(picture, tile: 64)
    page.compression = 7
    page.photometric = 6
    page.chunks = try picture.tiles(64).map { try $0.encoded(.jpg, in: folder) }
    page.chunks[1].removeLast(50)
    page.chunks[2] = []
    let stored = try folder.source(TIFF(pages: [page]).bytes(), "stored.tif")
    for isLenient in [false, true] {
        let reader = try ImageReader(stored, ImageDescription.describe(stored, isLenient: isLenient))
        for column in 0..<4 {
            _ = try? reader.tiles[0]?.passthroughBytes(column: column, row: 0)
            _ = try? reader.tiles[0]?.passthroughCorner(column: column, row: 2)
        }
        _ = try? Picture(reader.levels[0])
    }
    _ = try? ImageDescription.describe(folder.source(Array("text".utf8), "text"))
}

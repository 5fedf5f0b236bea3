import CJPEG
import Foundation
import Geometry
import Synchronization
import Testing
@testable import Imaging

/// Files that are cut short, changed or broken are always an error, and never a picture with a hole.
@Suite struct DamageTests {
    let folder = Folder()

    private func isRefused(_ bytes: [UInt8], _ name: String) throws -> Bool {
        let file = try folder.source(bytes, name)
        let description: ImageDescription
        do {
            description = try ImageDescription.describe(file)
        } catch {
            return error.isDamage
        }
        let ways: [() throws -> Void] = [
            { _ = try LevelImage(decoding: file, description) },
            { _ = try file.thumbnail(description, side: 256, quality: 80) },
            { try file.readAllStrips(description) },
        ]
        return ways.allSatisfy { way in
            do {
                try way()
                return false
            } catch {
                return (error as? ImagingError)?.isDamage ?? false
            }
        }
    }

    @Test("An image cut short is damaged", arguments: [ImageFormat.jpg, .png, .webp, .gif, .tif, .avif, .jp2], [30, 50, 98])
    func aFileThatIsCutShortIsDamaged(format: ImageFormat, percent: Int) throws {
        let bytes = try Picture.waves(300, 200).encoded(format, in: folder)
        #expect(try !isRefused(bytes, "whole"))
        #expect(try isRefused(Array(bytes.prefix(bytes.count * percent / 100)), "cut"))
    }

    /// With several threads, libvips sometimes loses the error of the last rows.
    @Test("Damage in the last rows is always an error")
    func theLastRowsAreNeverForgotten() throws {
        let bytes = try Picture.waves(300, 200).encoded(.jpg, in: folder)
        let file = try folder.source(Array(bytes.prefix(bytes.count * 98 / 100)), "cut.jpg")
        let description = try ImageDescription.describe(file)
        for _ in 0..<100 {
            #expect(throws: ImagingError.self) { try file.thumbnail(description, side: 256, quality: 80) }
            // Our own tiles are decoded by other code.
            let place = PixelRect(description.size)
            let cut = bytes.prefix(bytes.count * 98 / 100)
            #expect(throws: ImagingError.self) { try Picture(LevelImage(size: description.size, tiles: [(place, Array(cut))])) }
        }
    }

    @Test("Images of other formats cut short are damaged", arguments: [30, 50, 98])
    func otherFormatsCutShortAreDamaged(percent: Int) throws {
        let picture = Picture.waves(300, 200)
        let files = [picture.ppm, TIFF(picture).bytes(), TIFF(picture, tile: 64).bytes()]
        for bytes in files {
            #expect(try !isRefused(bytes, "whole"))
            #expect(try isRefused(Array(bytes.prefix(bytes.count * percent / 100)), "cut"))
        }
    }

    /// The decoder can read a document that lost its end, but not one that lost its first page.
    @Test("A document cut short is damaged")
    func aDocumentCutShortIsDamaged() throws {
        let bytes = PDF.pages(2)
        #expect(try !isRefused(bytes, "whole.pdf"))
        #expect(try isRefused(Array(bytes.prefix(bytes.count / 4)), "cut.pdf"))
    }

    /// A byte that is no code: libjpeg warns, and continues with grey.
    @Test("Broken entropy code is damage", arguments: [0.3, 0.5, 0.8, 0.97])
    func brokenEntropyDataIsDamage(place: Double) throws {
        var bytes = try Picture.waves(300, 200).encoded(.jpg, in: folder)
        let at = Int(Double(bytes.count) * place)
        // A marker in the middle of the data, which ends it there.
        bytes.replaceSubrange(at..<at + 2, with: [0xff, 0xd9])
        #expect(try isRefused(bytes, "broken.jpg"))
    }

    /// The decoder looks at its warnings before each strip of eight rows: those of the last strip come later.
    @Test("Broken entropy code in the last rows is damage")
    func aBreakInTheLastRowsIsDamage() throws {
        var bytes = try Picture.waves(300, 200).encoded(.jpg, in: folder)
        let at = bytes.count - 20
        bytes.replaceSubrange(at..<at + 2, with: [0xff, 0xd9])
        #expect(try isRefused(bytes, "last.jpg"))
    }

    /// A profile or EXIF data that cannot be used is ignored.
    @Test("A broken profile or broken EXIF data is no damage")
    func garbageBesideThePixelsIsNoDamage() throws {
        let picture = Picture.waves(300, 200)
        let jpeg = try picture.jpeg(TJSAMP_420)
        func marked(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
            jpeg[..<2] + [0xff, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)] + content + jpeg[2...]
        }
        let garbage = [UInt8](repeating: 7, count: 300)
        for bytes in [marked(0xe2, Array("ICC_PROFILE\0".utf8) + [1, 1] + garbage), marked(0xe1, Array("Exif\0\0".utf8) + garbage)] {
            #expect(try !isRefused(bytes, "garbage.jpg"))
            let file = try folder.source(bytes, "garbage.jpg")
            #expect(try Picture(LevelImage(decoding: file, ImageDescription.describe(file))).psnr(picture) > 35)
        }
    }

    /// The rows above the damage are exact.
    @Test("A lenient description shows what can be read of a damaged image", arguments: ["jpg", "png", "tiles", "tiles of JPEG"])
    func whatCanBeReadIsShownWhereThatIsWanted(kind: String) throws {
        let picture = Picture.waves(300, 200)
        var bytes: [UInt8]
        switch kind {
        case "jpg", "png":
            bytes = try picture.encoded(kind == "jpg" ? .jpg : .png, in: folder)
            bytes.removeLast(bytes.count / 3)
        default:
            var page = TIFF.Page(picture, tile: 64)
            if kind == "tiles of JPEG" {
                page.compression = 7
                page.photometric = 6
                page.chunks = try picture.tiles(64).map { try $0.encoded(.jpg, in: folder) }
            }
            page.chunks[15].removeLast(40)
            bytes = TIFF(pages: [page]).bytes()
        }
        let file = try folder.source(bytes, "damaged")
        #expect(throws: ImagingError.self) { try LevelImage(decoding: file, ImageDescription.describe(file)) }
        let shown = try Picture(LevelImage(decoding: file, ImageDescription.describe(file, isLenient: true)))
        #expect(shown.size == picture.size)
        let whole = PixelRect(x: 0, y: 0, width: 300, height: 64)
        #expect(shown.cropped(whole).psnr(picture.cropped(whole)) > 35)
    }

    @Test("A file that shrinks while it is read is an error")
    func aFileThatShrinksWhileItIsReadIsAnError() throws {
        let bytes = try Picture.waves(600, 400).encoded(.png, in: folder)
        let file = try folder.source(bytes, "shrinking.png")
        let description = try ImageDescription.describe(file)
        #expect(truncate(folder.path(of: "shrinking.png"), bytes.count / 2) == 0)
        #expect(!file.isUnchanged)
        #expect(throws: ImagingError.changedWhileReading) { try LevelImage(decoding: file, description) }
        #expect(throws: ImagingError.changedWhileReading) { try file.thumbnail(description, side: 256, quality: 80) }
        #expect(throws: ImagingError.changedWhileReading) { try ImageDescription.describe(file) }
    }

    /// Bytes behind the former end must not overrun buffers that were sized before.
    @Test("A file that grows while it is read is an error", arguments: [ImageFormat.webp, .gif, .tif, .jpg])
    func aFileThatGrowsWhileItIsReadIsAnError(format: ImageFormat) throws {
        let bytes = try Picture.waves(300, 200).encoded(format, in: folder)
        let file = try folder.source(bytes, "growing")
        let description = try ImageDescription.describe(file)
        let handle = try #require(FileHandle(forWritingAtPath: folder.path(of: "growing")))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data(repeating: 7, count: 100_000))
        #expect(throws: ImagingError.changedWhileReading) { try LevelImage(decoding: file, description) }
    }
}

/// Tiled TIFFs with one broken tile: that tile is an error each time and in each thread; the others are not affected.
@Suite struct BrokenTileTests {
    let folder = Folder()
    static let picture = Picture.waves(128, 128)
    private let broken = PixelRect(x: 64, y: 0, width: 64, height: 64)
    private let whole = PixelRect(x: 0, y: 64, width: 64, height: 64)

    private func file(jpeg: Bool) throws -> ImageSource {
        var page = TIFF.Page(Self.picture, tile: 64)
        if jpeg {
            page.compression = 7
            page.photometric = 6
            page.chunks = try Self.picture.tiles(64).map { try $0.encoded(.jpg, in: folder) }
            // libjpeg only warns of data that ends too early.
            let cut = page.chunks[1].count * 2 / 3
            page.chunks[1].replaceSubrange(cut..<cut + 2, with: [0xff, 0xd9])
        } else {
            // Bytes that are no deflate stream.
            page.compression = 8
            page.chunks = page.chunks.map(storedDeflate)
            page.chunks[1].replaceSubrange(2..<6, with: [0xff, 0xff, 0xff, 0xff])
        }
        return try folder.source(TIFF(pages: [page]).bytes(), "tiles.tif")
    }

    private func render(_ level: LevelImage, _ region: PixelRect) throws(ImagingError) -> [UInt8] {
        try level.render(RenderPlan(region: region, encoding: Encoding(.png)))
    }

    @Test("A damaged tile is an error each time it is read", arguments: [false, true])
    func aBrokenTileIsAnErrorEachTime(jpeg: Bool) throws {
        let file = try file(jpeg: jpeg)
        let level = try #require(try ImageReader(file, ImageDescription.describe(file)).levels.first)
        for _ in 0..<3 {
            do {
                _ = try render(level, broken)
                Issue.record("a broken tile was rendered")
            } catch {
                #expect(error.isDamage)
            }
            let good = try Picture(decoding: render(level, whole), in: folder)
            #expect(good.psnr(Self.picture.cropped(whole)) > 35)
        }
    }

    @Test("Readers side by side all receive the error of a damaged tile", arguments: [false, true])
    func readersSideBySideAllSeeTheError(jpeg: Bool) throws {
        let file = try file(jpeg: jpeg)
        let level = try #require(try ImageReader(file, ImageDescription.describe(file)).levels.first)
        let rendered = Atomic<Int>(0)
        let refused = Atomic<Int>(0)
        DispatchQueue.concurrentPerform(iterations: 24) { _ in
            do {
                _ = try render(level, broken)
                rendered.add(1, ordering: .relaxed)
            } catch {
                refused.add(1, ordering: .relaxed)
            }
        }
        let counts = (rendered.load(ordering: .relaxed), refused.load(ordering: .relaxed))
        #expect(counts == (0, 24))
    }

    /// A zlib stream of one stored block.
    private func storedDeflate(_ bytes: [UInt8]) -> [UInt8] {
        var (a, b) = (1, 0)
        for byte in bytes {
            a = (a + Int(byte)) % 65521
            b = (b + a) % 65521
        }
        let count = bytes.count
        let head: [UInt8] = [0x78, 0x01, 1, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8((~count >> 8) & 255)]
        return head + bytes + [UInt8(b >> 8), UInt8(b & 255), UInt8(a >> 8), UInt8(a & 255)]
    }
}

extension ImagingError {
    var isDamage: Bool {
        if case .damaged = self { true } else { false }
    }
}

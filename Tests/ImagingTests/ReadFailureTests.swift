import CJPEG
import FailingReads
import Foundation
import Geometry
import Testing
@testable import Imaging

/// A disk that fails once: never damage, never another picture, since the next try goes well.
@Suite struct ReadFailureTests {
    let folder = Folder()

    /// Fails each read of a file in its turn. Every try must be an error of the system's, or give what it gives where nothing fails.
    private func failEachRead<Result: Equatable>(of path: String, _ body: (SourceFile) throws(ImagingError) -> Result) throws {
        let expected = try body(SourceFile(path: path))
        let inode = try SourceFile(path: path).identity.inode
        var read = 0
        // Each of the first, where headers are, and then ever fewer.
        while read < 10_000 {
            defer { read += 1 + read / 8 }
            let file = try SourceFile(path: path)
            failing_reads_arm(inode, read)
            do throws(ImagingError) {
                let found = try body(file)
                guard failing_reads_disarm(inode) else { return #expect(read > 0) }
                #expect(found == expected, "read \(read)")
            } catch {
                #expect(failing_reads_disarm(inode))
                guard case .io = error else {
                    Issue.record("read \(read): \(error)")
                    return
                }
            }
        }
        Issue.record("it never ends")
    }

    enum Kind: String, CaseIterable {
        case jpeg, progressive, png, webp, gif, avif, jp2, ppm, strips, tiles, jpegTiles, pyramid, pdf
    }

    private func write(_ kind: Kind) throws -> String {
        let picture = Picture.waves(300, 200)
        let bytes =
            switch kind {
            case .jpeg: try picture.jpeg(TJSAMP_420)
            case .progressive: try picture.jpeg(TJSAMP_420, isProgressive: true)
            case .png: try picture.encoded(.png, in: folder)
            case .webp: try picture.encoded(.webp, in: folder)
            case .gif: try picture.encoded(.gif, in: folder)
            case .avif: try picture.encoded(.avif, in: folder)
            case .jp2: try picture.encoded(.jp2, in: folder)
            case .ppm: picture.ppm
            case .strips: TIFF(picture).bytes()
            case .tiles: TIFF(picture, tile: 64).bytes()
            case .jpegTiles: try jpegTiled(picture)
            case .pyramid: TIFF(pages: [TIFF.Page(picture, tile: 64), TIFF.Page(picture.halved(), tile: 64)]).bytes()
            case .pdf: PDF.pages(2)
            }
        return folder.write(bytes, kind.rawValue)
    }

    private func jpegTiled(_ picture: Picture) throws -> [UInt8] {
        var page = TIFF.Page(picture, tile: 64)
        page.compression = 7
        page.photometric = 6
        let tile = try Picture.waves(64, 64).jpeg(TJSAMP_444)
        page.chunks = page.chunks.map { _ in tile }
        return TIFF(pages: [page]).bytes()
    }

    @Test(arguments: Kind.allCases, [false, true]) func aHeaderIsReadOrNot(kind: Kind, isLenient: Bool) throws {
        try failEachRead(of: write(kind)) { (file) throws(ImagingError) in
            try ImageDescription.describe(file, isLenient: isLenient)
        }
    }

    @Test(arguments: Kind.allCases, [false, true]) func pixelsAreReadOrNot(kind: Kind, isLenient: Bool) throws {
        let path = try write(kind)
        let description = try ImageDescription.describe(SourceFile(path: path), isLenient: isLenient)
        try failEachRead(of: path) { (file) throws(ImagingError) in try file.thumbnail(description, side: 256, quality: 80) }
        try failEachRead(of: path) { (file) throws(ImagingError) in
            var planes: [Picture] = []
            try file.readAllStrips(description) { strip in planes.append(Picture(strip, plane: 0)) }
            return planes
        }
        guard !description.sourceLevels.isEmpty else { return }
        try failEachRead(of: path) { (file) throws(ImagingError) in
            try ImageReader(file, description).levels[0].render(
                RenderPlan(region: PixelRect(x: 30, y: 20, width: 150, height: 100), encoding: Encoding(.png)))
        }
    }

    @Test func aFileOpenedBeforeSaysWhyItCannotBeRead() throws {
        let file = try folder.source([1, 2, 3, 4], "short")
        failing_reads_arm(file.identity.inode, 0)
        #expect(throws: ImagingError.io(reason: SourceFile.systemReason(EIO))) { try file.bytes(at: 0, count: 4) }
        #expect(failing_reads_disarm(file.identity.inode))
    }
}

// SampleFile: one small file of each kind that is read in its own way.
import CJPEG
@testable import Imaging

enum SampleFile: String, CaseIterable {
    case jpeg, progressive, png, webp, gif, avif, jp2, ppm, strips, tiles, jpegTiles, pyramid, pdf

    func bytes(in folder: Folder) throws -> [UInt8] {
        let picture = Picture.waves(300, 200)
        return switch self {
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
        case .jpegTiles: try SampleFile.jpegTiled(picture)
        case .pyramid: TIFF(pages: [TIFF.Page(picture, tile: 64), TIFF.Page(picture.halved(), tile: 64)]).bytes()
        case .pdf: PDF.pages(2)
        }
    }

    private static func jpegTiled(_ picture: Picture) throws -> [UInt8] {
        var page = TIFF.Page(picture, tile: 64)
        page.compression = 7
        page.photometric = 6
        let tile = try Picture.waves(64, 64).jpeg(TJSAMP_444)
        page.chunks = page.chunks.map { _ in tile }
        return TIFF(pages: [page]).bytes()
    }
}

// One small image in a folder of its own, and the tile service over it.

import Geometry
import Imaging
@testable import Library
@testable import Pyramids
import Testing
import TestSupport

/// A folder with one image, and the service over it.
final class Stage: Sendable {
    let folder = TemporaryFolder()
    let library: ImageLibrary

    /// The file's name means nothing: it is known by its first bytes.
    init(_ bytes: [UInt8] = ppm(width: 600, height: 300)) throws {
        folder.write("images/a.ppm", bytes)
        library = try ImageLibrary(
            folder: folder / "images", parameters: .init(tileSize: 256, maxSourcePixels: 1_000_000, fingerprint: ""))
    }

    func service(workers: Int = 1, memory: Int = 16 << 20) throws -> TileService {
        let configuration = TileService.Configuration(
            cacheFolder: folder / "cache", cacheSize: 100 << 20, memoryCache: memory, quality: 80, background: .white, workers: workers)
        return try TileService(configuration) { product, _, count in Array("\(product.format) \(count)|".utf8) }
    }

    func record() throws -> ImageRecord { try library.record("a.ppm") }
}

func tile(_ record: ImageRecord, _ level: Int = 2, _ column: Int = 0, _ row: Int = 0, format: ImageFormat = .jpg) -> Product {
    .tile(TileKey(version: record.version, address: TileAddress(level: level, column: column, row: row), format: format)!)
}

/// Asks and waits.
func get(_ service: TileService, _ product: Product, _ record: ImageRecord) throws -> EncodedImage {
    let answer = Shared<Result<EncodedImage, TileError>?>(nil)
    _ = service.product(product, of: record, lane: .wanted) { result in answer.update { $0 = result } }
    try #require(answer.wait { $0 != nil })
    return try answer.value!.get()
}

/// What bytes are, as far as a size tells.
func size(_ image: EncodedImage) throws -> PixelSize {
    let folder = TemporaryFolder()
    folder.write("tile", Array(image.body))
    return try ImageDescription.describe(SourceFile(path: folder / "tile")).size
}

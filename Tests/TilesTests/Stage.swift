// One small image in a folder of its own, and the tile service over it.

@testable import Building
@testable import Caching
import Geometry
import Imaging
@testable import Library
import PyramidSupport
import System
import Testing
import TestSupport
@testable import Tiles

/// A folder with one image, and the service over it.
final class Stage: Sendable {
    private let images: ImageStage
    var folder: TemporaryFolder { images.folder }
    var library: ImageLibrary { images.library }
    /// What the service said to the operator.
    let warnings = Shared<[String]>([])

    init(_ bytes: [UInt8] = ppm(width: 600, height: 300), tileSize: Int = 256) throws {
        images = try ImageStage(bytes, tileSize: tileSize)
    }

    func service(
        workers: Int = 1, memory: Int = 16 << 20, cacheSize: Int = 100 << 20, decodeMemory: Int = 100 << 20, builder: HeldBuilder? = nil
    ) throws -> TileService {
        let configuration = TileService.Configuration(
            cacheFolder: folder / "cache", cacheSize: cacheSize, memoryCache: memory, workers: workers,
            decodeMemory: decodeMemory)
        let lines: TileService.Lines = { fields, count in Array("\(fields.format) \(count)|".utf8) }
        let warn: @Sendable (String) -> Void = { [warnings] text in warnings.update { $0.append(text) } }
        guard let builder else { return try TileService(configuration, warn: warn, lines: lines) }
        return try TileService(configuration, warn: warn, lines: lines, builder: builder.build)
    }

    func record(_ name: String = "a.ppm") throws -> ImageRecord { try images.record(name) }

    /// Names in a folder of the cache.
    func cached(_ name: String) -> [String] { (DirectoryEntries.names(in: folder / "cache/\(name)") ?? []).sorted() }
}

func tile(_ record: ImageRecord, _ level: Int = 2, _ column: Int = 0, _ row: Int = 0, format: ImageFormat = .jpg) -> Product {
    .tile(TileKey(version: record.version, address: TileAddress(level: level, column: column, row: row), format: format)!)
}

/// The key of a product that is a tile.
func tileKey(_ product: Product) throws -> TileKey {
    guard case .tile(let key) = product else {
        Issue.record("\(product) is no tile")
        throw CancellationError()
    }
    return key
}

/// The result of a request, once it is there.
typealias Answer = Shared<Result<EncodedImage, TileError>?>

/// Asks, and does not wait.
func ask(_ service: TileService, _ product: Product, _ record: ImageRecord) -> (answer: Answer, subscription: Subscription) {
    let answer = Answer(nil)
    return (answer, service.product(product, of: record, lane: .wanted) { result in answer.update { $0 = result } })
}

/// Asks and waits.
func get(_ service: TileService, _ product: Product, _ record: ImageRecord) throws -> EncodedImage {
    let (answer, _) = ask(service, product, record)
    try #require(answer.wait { $0 != nil })
    return try answer.value!.get()
}

/// Waits until the pyramid is in the cache folder, and its build has ended, which is a moment later: its tiles come before.
func waitForPyramid(_ service: TileService, _ record: ImageRecord) {
    let isThere = Shared(false)
    let subscription = service.listen(to: record) { event in if case .ready = event { isThere.update { $0 = true } } }
    #expect(isThere.wait { $0 } && comesTrue { service.buildProgress(of: record) == nil })
    withExtendedLifetime(subscription) {}
}

/// What bytes are, as far as a size tells.
func size(_ image: EncodedImage) throws -> PixelSize {
    let folder = TemporaryFolder()
    folder.write("tile", image.body)
    return try ImageDescription.describe(ImageSource(path: folder / "tile")).size
}

// The builder itself: every tile of every level, with its own pixels, the same bytes however many threads there are.

@testable import Building
@testable import Caching
import Geometry
import Glibc
import Imaging
@testable import PyramidFormat
import PyramidSupport
import Testing
import TestSupport

@Suite struct PyramidBuilderTests {
    private let folder = TemporaryFolder()

    init() { #expect(isLibraryStarted) }

    /// A picture in grey, every pixel of which can be told from its place.
    private static func picture(_ size: PixelSize) -> [UInt8] {
        var pixels: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width { pixels.append(UInt8((x * 2 + y * 3) / 4 % 192 + 32)) }
        }
        return Array("P5\n\(size.width) \(size.height)\n255\n".utf8) + pixels
    }

    /// The tiles of a picture's pyramid, by Deep Zoom's addresses.
    private func build(
        _ size: PixelSize, tileSize: Int, encoders: Int = 1, isCancelled: @escaping @Sendable () -> Bool = { false },
        progress: (Double) -> Void = { _ in }
    ) throws -> [TileAddress: [UInt8]] {
        let path = folder / "picture.ppm"
        write(Self.picture(size), to: path)
        let file = try ImageSource(path: path)
        let grid = PyramidGrid(size: size, tileSize: tileSize)
        let layout = DeepZoomLayout(grid)
        let unfinished = try CacheFolder(root: folder / "cache").makeFile(for: "pyramids/a.szi")
        let writer = try PyramidWriter(to: unfinished, name: "a", grid: grid, format: .jpg, live: LivePyramid(layout)) { _ in }
        try PyramidBuilder(encoders: encoders).build(
            file, ImageDescription.describe(file), tileSize: tileSize, encoding: Encoding(.jpg, quality: 90), into: writer,
            progress: progress, isCancelled: isCancelled)
        let index = try #require(writer.live.index)
        #expect(index.missing == 0)
        var tiles: [TileAddress: [UInt8]] = [:]
        try layout.forEach { slot, tile in
            let place = try #require(index[slot])
            tiles[tile] = try writer.file.reading.read(Int(place.count), at: place.offset)
        }
        return tiles
    }

    private func write(_ bytes: [UInt8], to path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        defer { close(descriptor) }
        #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    }

    @Test(
        "Every tile is there, whatever the sizes of image and tile",
        arguments: [
            (PixelSize(width: 1, height: 1), 64), (PixelSize(width: 1, height: 700), 64), (PixelSize(width: 900, height: 1), 64),
            (PixelSize(width: 301, height: 199), 64), (PixelSize(width: 257, height: 513), 128), (PixelSize(width: 640, height: 449), 100),
            (PixelSize(width: 333, height: 421), 66), (PixelSize(width: 40, height: 30), 512),
        ]) func everyTileIsThere(size: PixelSize, tileSize: Int) throws
    {
        let tiles = try build(size, tileSize: tileSize)
        let last = PyramidGrid(size: size, tileSize: tileSize).deepZoomLastLevel
        for level in 0...last {
            let levelSize = size.halved(times: last - level)
            let columns = (levelSize.width + tileSize - 1) / tileSize
            let rows = (levelSize.height + tileSize - 1) / tileSize
            #expect(tiles.keys.count { $0.level == level } == columns * rows)
            for row in 0..<rows {
                for column in 0..<columns {
                    let address = TileAddress(level: level, column: column, row: row)
                    let file = folder / "tile.jpg"
                    write(try #require(tiles[address]), to: file)
                    let description = try ImageDescription.describe(ImageSource(path: file))
                    #expect(description.size.width == min(tileSize, levelSize.width - column * tileSize), "\(address)")
                    #expect(description.size.height == min(tileSize, levelSize.height - row * tileSize), "\(address)")
                    #expect(description.bands == 1)
                }
            }
        }
    }

    @Test("The number of threads changes no byte of a tile") func threadsMakeNoDifference() throws {
        let size = PixelSize(width: 1_501, height: 1_099)
        let one = try build(size, tileSize: 64)
        #expect(one.count > 500)
        for encoders in [2, 4] {
            let more = try build(size, tileSize: 64, encoders: encoders)
            let isSame = more == one
            #expect(isSame, "\(encoders) threads")
        }
    }

    @Test("The progress grows to one") func progressGrowsToOne() throws {
        var shares: [Double] = []
        _ = try build(PixelSize(width: 300, height: 1_000), tileSize: 64, progress: { shares.append($0) })
        #expect(shares.last == 1 && shares.count == 16)
        #expect(zip(shares, shares.dropFirst()).allSatisfy { $0.0 < $0.1 })
    }

    @Test("Every thread stops when the build is cancelled", arguments: [0, 1, 7, 50]) func cancelled(after calls: Int) throws {
        let left = Shared(calls)
        #expect(throws: ImagingError.cancelled) {
            try build(
                PixelSize(width: 1_000, height: 1_000), tileSize: 64, encoders: 3,
                isCancelled: {
                    var isOver = false
                    left.update { count in
                        count -= 1
                        isOver = count < 0
                    }
                    return isOver
                })
        }
    }
}

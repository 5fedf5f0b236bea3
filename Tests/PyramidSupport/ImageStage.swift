// ImageStage: one small image in a folder of its own.

internal import Imaging
public import Library
public import TestSupport
internal import Geometry

/// A folder with one image, and the library over it.
public final class ImageStage: Sendable {
    public let folder = TemporaryFolder()
    public let library: ImageLibrary

    /// The file's name means nothing: the image is known by its first bytes.
    public init(_ bytes: [UInt8] = ppm(width: 600, height: 300), tileSize: Int = 256) throws {
        folder.write("images/a.ppm", bytes)
        // A time in the past: a file system's clock ticks slowly, and a file that is written again at once would look the same.
        folder.touch("images/a.ppm", seconds: 1_000_000_000)
        library = try ImageLibrary(
            folder: folder / "images", parameters: .init(tiles: TilePolicy(tileSize: tileSize), maxSourcePixels: 1_000_000, fingerprint: "")
        )
    }

    public func record(_ name: String = "a.ppm") throws -> ImageRecord { try library.record(name) }
}

/// A GIF, which libvips decodes as a whole: made by the library from a tile.
public func gif(width: Int, height: Int) throws -> [UInt8] {
    let folder = TemporaryFolder()
    folder.write("a.ppm", ppm(width: width, height: height))
    let file = try ImageSource(path: folder / "a.ppm")
    let jpeg = try file.thumbnail(ImageDescription.describe(file), side: max(width, height), quality: 90)
    let whole = PixelRect(x: 0, y: 0, width: width, height: height)
    return try LevelImage(size: whole.size, tiles: [(whole, jpeg)]).render(RenderPlan(region: whole, encoding: Encoding(.gif)))
}

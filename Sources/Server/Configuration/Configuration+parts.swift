// The settings of the library and of the tile service. All commands use the same, so that `serve` finds the pyramids of `build`.

private import Geometry
private import Imaging
public import Library
public import Tiles

extension Configuration {
    /// The parameters of the library. The fingerprint contains all settings that change the bytes of tiles.
    public var libraryParameters: ImageLibrary.Parameters {
        ImageLibrary.Parameters(
            tiles: TilePolicy(tileSize: tileSize, format: tileFormat, quality: quality, background: background),
            maxSourcePixels: maxSourcePixels, isLenient: isLenient, fingerprint: "6 \(Imaging.libraryVersions)")
    }

    /// The settings of the tile service.
    public var serviceSettings: TileService.Configuration {
        TileService.Configuration(
            cacheFolder: cacheFolder, cacheSize: cacheSize, memoryCache: memoryCache, workers: workers, decodeMemory: decodeMemory,
            openFiles: openFiles)
    }
}

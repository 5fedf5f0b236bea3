// What the library and the tile service take from the configuration, in the same way for every command: `build` makes what `serve` finds.

private import Geometry
private import Imaging
internal import Library
internal import Tiles

extension Configuration {
    var libraryParameters: ImageLibrary.Parameters {
        ImageLibrary.Parameters(
            tileSize: tileSize, maxSourcePixels: maxSourcePixels, isLenient: isLenient,
            fingerprint:
                "5 \(Imaging.libraryVersions) quality \(quality) background \(background.red),\(background.green),\(background.blue)"
        )
    }

    var serviceSettings: TileService.Configuration {
        TileService.Configuration(
            cacheFolder: cacheFolder, cacheSize: cacheSize, memoryCache: memoryCache, quality: quality, background: background,
            workers: workers, decodeMemory: decodeMemory, openFiles: openFiles)
    }
}

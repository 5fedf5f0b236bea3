// The parts of a server that `build` uses, too: the library, the tile service, and the check of the cache folder.

public import Building
public import Library
public import Tiles

extension Server {
    /// Opens the folder of images.
    /// - Throws: when the folder cannot be read.
    public static func makeLibrary(_ configuration: Configuration) throws(Failure) -> ImageLibrary {
        do throws(FolderError) {
            return try ImageLibrary(folder: configuration.folder, parameters: configuration.libraryParameters)
        } catch {
            throw Failure(description: "the folder of images \(error.path) cannot be read: \(error.reason)")
        }
    }

    /// Opens the cache folder and starts the threads of the tile service.
    /// - Throws: when the cache folder cannot be used.
    public static func makeService(_ configuration: Configuration, log: Log) throws(Failure) -> TileService {
        do throws(TileError) {
            return try TileService(configuration.serviceSettings, warn: log.warning, lines: HTTP1Writer.preparedLines)
        } catch {
            let reason = error.operatorsReason(about: configuration.folder) ?? error.detail
            throw Failure(description: "\(reason); choose another --cache-dir")
        }
    }

    /// - Throws: when the cache folder lies within the folder of images, so that its files would be served as images.
    public static func checkCache(_ configuration: Configuration, _ library: ImageLibrary) throws(Failure) {
        guard !library.holds(folder: configuration.cacheFolder) else {
            throw Failure(
                description: "the cache folder \(configuration.cacheFolder) lies among the images and would be served with them; "
                    + "choose another --cache-dir")
        }
    }
}

extension TileError {
    /// The reason as clients of the server read it.
    public var detail: String { Problem(self).detail }
}

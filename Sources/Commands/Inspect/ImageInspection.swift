// ImageInspection: `azulejo inspect` describes how the server reads one image file.

internal import Building
internal import Geometry
internal import Imaging
internal import Library
private import Server

/// The properties of an image, and the source of the tiles of each level.
struct ImageInspection: Sendable {
    /// The image cannot be read; one line for the operator.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// A level of the grid, and the source of its tiles.
    struct Level: Sendable {
        /// The source of a level's tiles.
        enum Origin: Sendable, Equatable {
            /// The tiles are read from the pyramid, which is built first.
            case pyramid
            /// The tiles are read from a level of the file. They are sent as they are stored when `decodedBecause` is nil, and decoded
            /// otherwise.
            case file(level: PixelSize, decodedBecause: String?)
        }

        let level: Int
        let size: PixelSize
        let columns: Int
        let rows: Int
        let origin: Origin
    }

    /// The path of the image, as the operator wrote it.
    let source: String
    /// The size of the file in bytes.
    let byteCount: Int
    let image: ImageDescription
    let tileSize: Int
    /// All levels, the full size first.
    let levels: [Level]
    let isNative: Bool
    /// Bytes of memory that decoders may use.
    let decodeLimit: Int

    /// Reads the header of an image. Call after `Imaging.start`.
    /// - Throws: when the file cannot be read or is no image.
    init(_ settings: InspectSettings) throws(Failure) {
        let record: ImageRecord
        do throws(LibraryError) {
            record = try ImageLibrary.record(at: settings.source, settings.configuration.libraryParameters)
        } catch {
            throw Failure(description: "\(settings.source): \(BuildCommand.reason(error))")
        }
        source = settings.source
        byteCount = record.identity.size
        image = record.description
        tileSize = record.grid.tileSize
        isNative = record.isNative
        decodeLimit = settings.configuration.decodeMemory
        levels = (0..<record.grid.levelCount).reversed().map { level in
            Level(
                level: level, size: record.grid.size(ofLevel: level), columns: record.grid.columns(ofLevel: level),
                rows: record.grid.rows(ofLevel: level), origin: ImageInspection.origin(ofLevel: level, of: record))
        }
    }

    private static func origin(ofLevel level: Int, of record: ImageRecord) -> Level.Origin {
        guard let stored = record.sourceLevel(for: level) else { return .pyramid }
        let size = record.description.sourceLevels[stored].size
        switch record.passthrough(ofLevel: level) {
        case .open: return .file(level: size, decodedBecause: nil)
        case .closed(let reason): return .file(level: size, decodedBecause: reason)
        }
    }
}

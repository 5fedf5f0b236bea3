// ImageInspection: what the server sees in one file, for the person who wonders.

internal import Building
internal import Geometry
private import Glibc
internal import Imaging
internal import Library

/// The facts of an image.
public struct ImageInspection: Sendable {
    /// There is no such image; one line for the person who asked.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// A level of the grid, and where its tiles come from.
    struct Level: Sendable {
        enum BaseURL: Sendable, Equatable {
            /// They are cut from the pyramid, which is built first.
            case pyramid
            /// From a level that the file holds: sent as they are stored, or decoded, and why.
            case file(level: PixelSize, decodedBecause: String?)
        }

        let level: Int
        let size: PixelSize
        let columns: Int
        let rows: Int
        let origin: BaseURL
    }

    /// As it was asked for.
    let source: String
    /// Bytes of the file.
    let byteCount: Int
    let image: ImageDescription
    let tileSize: Int
    /// The full size first.
    let levels: [Level]
    let isNative: Bool
    /// Bytes of memory that decoders may have.
    let decodeLimit: Int

    /// Looks at an image's header. Call after `Imaging.start`.
    public init(_ settings: InspectSettings) throws(Failure) {
        let record: ImageRecord
        do throws(LibraryError) {
            record = try ImageLibrary.record(at: settings.source, settings.configuration.libraryParameters)
        } catch {
            throw Failure(description: "\(settings.source): \(Building.reason(error))")
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

    private static func origin(ofLevel level: Int, of record: ImageRecord) -> Level.BaseURL {
        guard let stored = record.sourceLevel(for: level) else { return .pyramid }
        let size = record.description.sourceLevels[stored].size
        switch record.passthrough(ofLevel: level) {
        case .open: return .file(level: size, decodedBecause: nil)
        case .closed(let reason): return .file(level: size, decodedBecause: reason)
        }
    }
}

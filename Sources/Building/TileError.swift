// Why there are no bytes.

public import Imaging
public import System

/// A tile, region or thumbnail that cannot be had. Becomes an HTTP status in one place of the server.
public enum TileError: Error, Hashable, Sendable {
    /// The grid has no such tile.
    case outsideGrid
    /// The source cannot be decoded, is too large, or has changed under the work.
    case source(ImagingError)
    /// Too much is waiting already.
    case overloaded
    /// The server is stopping.
    case stopping
    /// The cache folder cannot be used: it is full, or may not be written; with the system's words.
    case cache(String)

    /// What only the operator should read of it, and can do something about; nil of all other errors.
    /// - Parameter image: the identifier of the image that it happened to.
    public func operatorsReason(about image: String) -> String? {
        switch self {
        case .cache(let reason): "the cache folder cannot be used: \(reason)"
        case .source(.io(let reason)): "\(image) cannot be read: \(reason)"
        case .source(.notEncoded(let reason)): "\(image) cannot be encoded: \(reason)"
        case .outsideGrid, .source, .overloaded, .stopping: nil
        }
    }

    /// What a decoder has against an image, for the operator, too; nil of all other errors.
    public func damage(in image: String) -> String? {
        if case .source(.damaged(let reason)) = self { "\(image) is damaged or cut short: \(reason)" } else { nil }
    }

    /// For how many seconds a build that failed because of the cache folder is not tried again.
    public static let cacheRetrySeconds = 5
}

extension TileError {
    /// Runs a step that reads or writes the cache folder, and makes its error one of the cache.
    public static func wrapping<Result>(_ body: () throws(SystemError) -> Result) throws(TileError) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw .cache("\(error)")
        }
    }
}

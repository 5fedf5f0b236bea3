// Everything that the service can be asked for, under one key.

public import Caching
public import Geometry
internal import Imaging
public import Library
internal import System

/// A tile or rendition of one version of an image: the key of work that is shared, and of what is kept of it.
public enum Product: Hashable, Sendable {
    case tile(TileKey)
    case rendition(ImageVersion, Rendition)

    /// The format of its bytes.
    public var format: ImageFormat {
        switch self {
        case .tile(let key): key.format
        case .rendition(_, let rendition): rendition.format
        }
    }

    /// A strong entity tag, known before there are bytes: versions stand for all that bytes depend on.
    public var entityTag: String {
        switch self {
        case .tile(let key): key.entityTag
        case .rendition(let version, let rendition): "\"\(version)-\(SHA256.hexadecimal(of: Array(rendition.name.utf8)).prefix(32))\""
        }
    }

    /// The fields of the answer that describe the product.
    public func fields(of record: ImageRecord) -> ImageFields {
        ImageFields(format: format, entityTag: entityTag, lastModified: record.lastModified)
    }

    /// The version of the image that it is made of.
    var version: ImageVersion {
        switch self {
        case .tile(let key): key.version
        case .rendition(let version, _): version
        }
    }

    /// Where a derivative is kept below the cache folder.
    var derivativeName: String {
        CacheNames.derivative(entityTag, of: version)
    }
}

// CacheNames: the names of all files in the cache folder, in one place.

public import Library
internal import System

/// Names of the cache folder's files, relative to its root.
///
///     pyramids/VERSION.szi                  finished pyramids
///     derivatives/ab/VERSION-abcd….img      other encoded images
///     building/PID-N/                       the temporary directory of a running process
public enum CacheNames {
    /// The directory of finished pyramids.
    static let pyramids = "pyramids"
    /// The directory of derivatives.
    static let derivatives = "derivatives"
    /// The directory that holds a temporary directory for each process.
    static let temporary = "building"

    /// The name of the pyramid of a version.
    public static func pyramid(_ version: ImageVersion) -> String { "\(pyramids)/\(version).szi" }

    /// The version whose pyramid has a name; nil when the name is not that of a pyramid.
    static func version(ofPyramid name: String) -> ImageVersion? {
        guard name.hasPrefix(pyramids + "/"), name.hasSuffix(".szi") else { return nil }
        return ImageVersion(description: name.dropFirst(pyramids.utf8.count + 1).dropLast(4))
    }

    /// True when a name is that of a pyramid.
    static func isPyramid(_ name: String) -> Bool { name.utf8.starts(with: (pyramids + "/").utf8) }

    /// The name of a derivative, spread over 256 directories by a digest of its entity tag.
    public static func derivative(_ entityTag: String, of version: ImageVersion) -> String {
        let digest = SHA256.hexadecimal(of: Array(entityTag.utf8)).prefix(32)
        return "\(derivatives)/\(digest.prefix(2))/\(derivativePrefix(version))\(digest).img"
    }

    /// The beginning of the last component of the names of all derivatives of a version.
    public static func derivativePrefix(_ version: ImageVersion) -> String { "\(version)-" }
}

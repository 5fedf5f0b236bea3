// ImageIdentifier: the name of an image, which is its path below the source folder, and its form as one path segment of a URL.

/// The name of an image: its path below the source folder, with the file's extension, and ";N" for a page. An instance is a relative path
/// within the folder: it has no empty component, no "." or "..", and no NUL. The file need not exist.
///
/// Two identifiers are equal when their bytes are, as on a file system. Different Unicode forms of an accented letter are different.
public struct ImageIdentifier: Hashable, Sendable {
    /// The path below the source folder.
    public let path: String

    /// Checks a path.
    /// - Returns: nil when it is not a relative path within the folder.
    public init?(path: String) {
        guard !path.utf8.contains(0) else { return nil }
        for component in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            if component.isEmpty || component.elementsEqual(".".utf8) || component.elementsEqual("..".utf8) { return nil }
        }
        self.path = path
    }

    /// Creates the identifier of an image that exists. Its path must be valid.
    public init(ofKnown path: String) {
        guard let identifier = ImageIdentifier(path: path) else { preconditionFailure("the identifier of an image is valid") }
        self = identifier
    }

    /// Decodes a segment of a raw path.
    /// - Parameter substitute: stands for a slash, as "%2F" does.
    /// - Returns: nil when an escape is malformed, the bytes are not UTF-8, or the path is not a relative path within the folder.
    public init?(decoding segment: Span<UInt8>, _ substitute: SlashSubstitute? = nil) {
        guard let bytes = segment.percentDecoded(segment.indices),
            let path = String(validating: substitute?.path(bytes) ?? bytes, as: UTF8.self)
        else { return nil }
        self.init(path: path)
    }

    /// The canonical form as a path segment. All bytes except RFC 3986's unreserved characters and ";" are escaped.
    /// - Parameter substitute: replaces slashes; nil for "%2F".
    public func segment(_ substitute: SlashSubstitute? = nil) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(path.utf8.count + 16)
        bytes.append(segmentOf: path, substitute)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The last component of the path.
    public var name: String {
        String(decoding: path.utf8.split(separator: UInt8(ascii: "/")).last ?? [], as: UTF8.self)
    }

    /// Compares the bytes of both paths.
    public static func == (left: ImageIdentifier, right: ImageIdentifier) -> Bool { left.path.utf8.elementsEqual(right.path.utf8) }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(path.utf8.count)
        for byte in path.utf8 { hasher.combine(byte) }
    }
}

extension [UInt8] {
    /// Appends the `segment` of an identifier.
    mutating func append(segmentOf path: String, _ substitute: SlashSubstitute?) {
        if let substitute {
            appendPercentEncoded(substitute.segment(path), also: UInt8(ascii: ";"))
        } else {
            appendPercentEncoded(path.utf8, also: UInt8(ascii: ";"))
        }
    }
}

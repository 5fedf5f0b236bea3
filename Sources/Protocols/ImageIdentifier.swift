// ImageIdentifier: the name of an image, which is its path below the source folder, and the one path segment that stands for it.

/// The name of an image: a path below the source folder, with the file's extension, maybe with ";N" for a page. An instance is proof
/// that the path is relative and stays below the folder: no empty component, no "." or "..", no NUL. Whether there is such a file is
/// another question.
///
/// Two names are equal when their bytes are, as on a file system; that two spellings of one accented letter look alike does not count.
public struct ImageIdentifier: Hashable, Sendable {
    public let path: String

    /// Nil where the path could not be one below a folder.
    public init?(path: String) {
        guard !path.utf8.contains(0) else { return nil }
        for component in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            if component.isEmpty || component.elementsEqual(".".utf8) || component.elementsEqual("..".utf8) { return nil }
        }
        self.path = path
    }

    /// The identifier of an image that was found by it, which therefore is one.
    public init(ofKnown path: String) {
        guard let identifier = ImageIdentifier(path: path) else { preconditionFailure("the identifier of an image is valid") }
        self = identifier
    }

    /// Decodes one segment of a raw path. Nil where an escape is malformed, the bytes are not UTF-8, or the path could not be one below a
    /// folder.
    /// - Parameter substitute: what stands for a slash besides "%2F".
    public init?(decoding segment: Span<UInt8>, _ substitute: SlashSubstitute? = nil) {
        guard let bytes = segment.percentDecoded(segment.indices),
            let path = String(validating: substitute?.path(bytes) ?? bytes, as: UTF8.self)
        else { return nil }
        self.init(path: path)
    }

    /// The one canonical spelling as a path segment: everything but RFC 3986's unreserved characters and ";" is escaped.
    /// - Parameter substitute: what stands for a slash in place of "%2F".
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

    public static func == (left: ImageIdentifier, right: ImageIdentifier) -> Bool { left.path.utf8.elementsEqual(right.path.utf8) }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(path.utf8.count)
        for byte in path.utf8 { hasher.combine(byte) }
    }
}

extension [UInt8] {
    /// Appends an identifier's `segment`.
    mutating func append(segmentOf path: String, _ substitute: SlashSubstitute?) {
        if let substitute {
            appendPercentEncoded(substitute.segment(path), also: UInt8(ascii: ";"))
        } else {
            appendPercentEncoded(path.utf8, also: UInt8(ascii: ";"))
        }
    }
}

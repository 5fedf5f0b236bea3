// BaseURL: scheme, host and path prefix that absolute URLs of the server begin with.

internal import HTTP

/// Scheme, host and path prefix of the server as the client sees it. Every part can be written into URLs, JSON, XML and header fields without
/// escaping.
public struct BaseURL: Hashable, Sendable {
    /// `http` or `https`.
    let scheme: String
    /// A name or address, perhaps with a port; nil if neither the operator nor the request names one.
    let host: String?
    /// Empty, or a path that begins with a slash and does not end with one.
    let prefix: String
    /// True for the operator's base URL, which is written even where a path would do.
    let isDecided: Bool

    init(scheme: String, host: String?, prefix: String = "") {
        self.scheme = scheme
        self.host = host
        self.prefix = prefix
        isDecided = false
    }

    /// Reads the value of `--base-url`: an absolute http or https URL without query, fragment or user. Slashes at its end are dropped.
    public init?(decided url: String) {
        guard let scheme = ["http", "https"].first(where: { url.hasPrefix($0 + "://") }) else { return nil }
        let rest = Substring(url.utf8.dropFirst(scheme.utf8.count + 3))
        let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        guard let host = BaseURL.host(String(rest[..<end])), let prefix = BaseURL.prefix(String(rest[end...])) else { return nil }
        self.scheme = scheme
        self.host = host
        self.prefix = prefix
        isDecided = true
    }

    /// Scheme and host, as a Content-Security-Policy names them; nil without a host.
    var root: String? { host.map { "\(scheme)://\($0)" } }

    /// The text in front of a path where a whole URL is needed.
    /// - Throws: 400 without a host. The server's own address does not help: the client may not be able to reach it.
    func url() throws(Problem) -> String {
        guard let root else {
            throw Problem(.badRequest, "The answer has URLs in it, and the request has no Host field to say what they begin with.")
        }
        return root + prefix
    }

    /// The text in front of a path where a path alone would do.
    var path: String { isDecided ? (root ?? "") + prefix : prefix }

    // MARK: - Parts from outside

    /// "http" or "https" in lower case; nil for any other text.
    static func scheme(_ text: String) -> String? {
        let name = text.lowercased()
        return name == "http" || name == "https" ? name : nil
    }

    /// A host, perhaps with a port. A colon without a port behind it is dropped. Nil for any other text.
    static func host(_ text: String) -> String? {
        guard HostField.isHost(Array(text.utf8).span) else { return nil }
        return text.hasSuffix(":") ? String(text.dropLast()) : text
    }

    /// The most bytes of a prefix.
    private static let longestPrefix = 1_024

    /// A path without the slashes at its end. Nil if it does not begin with a slash, has empty, "." or ".." segments, or has characters that
    /// would have to be escaped in URLs, JSON, XML or header fields.
    static func prefix(_ text: String) -> String? {
        var path = Array(text.utf8)
        while path.last == UInt8(ascii: "/") { path.removeLast() }
        guard !path.isEmpty else { return "" }
        guard path.count <= longestPrefix, path[0] == UInt8(ascii: "/") else { return nil }
        for segment in path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard !segment.isEmpty, !segment.elementsEqual(".".utf8), !segment.elementsEqual("..".utf8) else { return nil }
        }
        for index in path.indices {
            let isFit =
                switch path[index] {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
                case UInt8(ascii: "%"): path.count > index + 2 && path[index + 1...index + 2].allSatisfy(isHexadecimal)
                default: "/-._~!$+,=:@".utf8.contains(path[index])
                }
            guard isFit else { return nil }
        }
        return String(decoding: path, as: UTF8.self)
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
        default: false
        }
    }
}

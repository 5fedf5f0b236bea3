// RequestError: why a request cannot be understood or granted, in words for the person who made it.

internal import Geometry

/// A request that is refused before any work is done. The server turns `kind` into a status and `message` into the body.
public struct RequestError: Error, Hashable, Sendable {
    /// What is wrong, in the kinds that are answered with different statuses.
    public enum Kind: Hashable, Sendable {
        /// The path is none of this protocol's: 404.
        case notFound
        /// A parameter cannot have this value: 400.
        case badRequest
        /// No image format has this name: 415, but 400 on IIIF routes.
        case unsupportedFormat
    }

    /// What is wrong; it decides the status.
    public let kind: Kind

    /// The name of the parameter, as in the documentation of its route.
    public let parameter: String

    /// What was given, at most 80 bytes of it; nil where nothing was.
    public let value: String?

    /// For people: what the parameter may be.
    public let allowed: String

    init(_ kind: Kind, _ parameter: String, value: String?, allowed: String) {
        self.kind = kind
        self.parameter = parameter
        self.value = value
        self.allowed = allowed
    }

    /// One sentence that names the parameter, the value and what is allowed.
    public var message: String {
        guard let value else { return "\(parameter) is missing; allowed: \(allowed)" }
        return "\(parameter) is \"\(value)\"; allowed: \(allowed)"
    }
}

extension RequestError {
    /// A number that a viewport cannot have.
    init(_ error: ViewportError) {
        self.init(.badRequest, error.field.rawValue, value: String(error.value), allowed: error.allowed)
    }

    /// A path that is of no form of the protocol.
    static func unknownPath(_ path: Span<UInt8>, forms: String) -> RequestError {
        RequestError(.notFound, "path", value: path.text(path.indices), allowed: forms)
    }

    /// Bytes of the path that a parameter cannot be.
    static func bad(_ parameter: String, _ path: Span<UInt8>, _ range: Range<Int>, allowed: String) -> RequestError {
        RequestError(.badRequest, parameter, value: path.text(range), allowed: allowed)
    }
}

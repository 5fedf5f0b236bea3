// RequestError: the reason why a request is invalid, in words for the user.

internal import Geometry

/// A request that is refused before any work is done. The server derives the status from `kind` and the body from `message`.
public struct RequestError: Error, Hashable, Sendable {
    /// The kinds of errors, which have different statuses.
    public enum Kind: Hashable, Sendable {
        /// The path has no form of this protocol: 404.
        case notFound
        /// A parameter has an invalid value: 400.
        case badRequest
        /// The name of an image format is unknown: 415, but 400 in IIIF.
        case unsupportedFormat
    }

    /// The kind of error, which decides the status.
    public let kind: Kind

    /// The name of the parameter, as in the documentation of its route.
    public let parameter: String

    /// The given value, at most 80 bytes of it; nil when the parameter is missing.
    public let value: String?

    /// The allowed values, in words.
    public let allowed: String

    init(_ kind: Kind, _ parameter: String, value: String?, allowed: String) {
        self.kind = kind
        self.parameter = parameter
        self.value = value
        self.allowed = allowed
    }

    /// A sentence with the parameter, its value and the allowed values.
    public var message: String {
        guard let value else { return "\(parameter) is missing; allowed: \(allowed)" }
        return "\(parameter) is \"\(value)\"; allowed: \(allowed)"
    }
}

extension RequestError {
    /// Creates a viewport.
    /// - Throws: a `RequestError` with the parameter that `Viewport` refuses.
    static func wrap(_ make: () throws(ViewportError) -> Viewport) throws(RequestError) -> Viewport {
        do throws(ViewportError) {
            return try make()
        } catch {
            throw RequestError(.badRequest, error.field.rawValue, value: String(error.value), allowed: error.allowed)
        }
    }

    /// A path that has no form of the protocol.
    static func unknownPath(_ path: Span<UInt8>, forms: String) -> RequestError {
        RequestError(.notFound, "path", value: path.text(path.indices), allowed: forms)
    }

    /// A parameter with an invalid value in the path.
    static func bad(_ parameter: String, _ path: Span<UInt8>, _ range: Range<Int>, allowed: String) -> RequestError {
        RequestError(.badRequest, parameter, value: path.text(range), allowed: allowed)
    }
}

// Problem: an error as problem details (RFC 9457). The one place where errors become statuses.

internal import Building
internal import HTTP
internal import Imaging
internal import Library
internal import Protocols

/// An error as an answer.
struct Problem: Error {
    let status: Status
    /// The error for people: what was wrong, with which value, and what to do.
    let detail: String
    /// Seconds after which the client can try again; nil when that does not help.
    var retryAfter: Int?

    init(_ status: Status, _ detail: String, retryAfter: Int? = nil) {
        self.status = status
        self.detail = detail
        self.retryAfter = retryAfter
    }

    init(_ error: RequestParseError) {
        self.init(error.status, error.detail)
    }

    init(_ error: RequestError) {
        let status: Status =
            switch error.kind {
            case .notFound: .notFound
            case .badRequest: .badRequest
            case .unsupportedFormat: .unsupportedMediaType
            }
        self.init(status, error.message)
    }

    init(_ error: LibraryError) {
        switch error {
        case .notFound: self.init(.notFound, "There is no such image.")
        case .unusable(let error): self.init(error)
        }
    }

    init(_ error: TileError) {
        switch error {
        case .outsideGrid: self.init(.notFound, "The image has no such tile.")
        case .source(let error): self.init(error)
        case .overloaded: self = .overloaded
        case .stopping: self.init(.serviceUnavailable, "The server is stopping.", retryAfter: 5)
        // The request is right, and the fault may pass: an operator makes room or repairs the disk. The reason is only in the log, since
        // clients must not see paths and the system's messages.
        case .cache:
            self.init(.serviceUnavailable, "The server's cache folder cannot be used now.", retryAfter: TileError.cacheRetrySeconds)
        }
    }

    init(_ error: ImagingError) {
        switch error {
        case .notFound, .notAnImage: self.init(.notFound, "There is no such image.")
        // The decoder's message differs from time to time. It is only in the log.
        case .damaged: self.init(.unprocessableContent, "The image is damaged or cut short.")
        case .unreadable: self.init(.unprocessableContent, "\(error)")
        case .unsupported: self.init(.unsupportedMediaType, "\(error)")
        case .tooLarge, .needsMemory: self.init(.contentTooLarge, "\(error)")
        case .changedWhileReading: self.init(.serviceUnavailable, "\(error)", retryAfter: 1)
        case .notEncoded: self.init(.internalServerError, "The image could not be encoded.")
        // The fault may pass: a descriptor becomes free, a disk comes back.
        case .io: self.init(.serviceUnavailable, "The server cannot read or write a file now.", retryAfter: 5)
        case .cancelled: self.init(.serviceUnavailable, "\(error)", retryAfter: 1)
        }
    }

    /// Runs a function that reads a request, and turns its error into a problem.
    static func wrapping<Result>(_ body: () throws(RequestError) -> Result) throws(Problem) -> Result {
        do throws(RequestError) {
            return try body()
        } catch {
            throw Problem(error)
        }
    }

    /// The problem of a request that finds a queue full.
    static let overloaded = Problem(.serviceUnavailable, "Too many requests are waiting already.", retryAfter: 1)

    /// The same problem on the routes of IIIF: a size over a limit and a format that is not written are bad requests there.
    var onIIIF: Problem {
        status == .contentTooLarge || status == .unsupportedMediaType ? Problem(.badRequest, detail) : self
    }

    /// The response that reports the problem. No cache keeps it.
    var response: Response {
        let body = JSONWriter.object { json in
            json.field("type", "about:blank")
            json.field("title", status.reason)
            json.field("status", status.rawValue)
            json.field("detail", detail)
        }
        var fields = [ResponseField("Content-Type", "application/problem+json"), Fields.noStore]
        if let retryAfter { fields.append(ResponseField("Retry-After", "\(retryAfter)")) }
        return Response(status, fields: fields + Fields.everywhere, body: body)
    }
}

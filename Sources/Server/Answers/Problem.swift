// Errors for people and programs: problem details (RFC 9457). The one place where errors become statuses.

internal import HTTP
internal import Imaging
internal import Library
internal import Protocols
internal import Pyramids

/// An error as an answer.
struct Problem: Error {
    let status: Status
    /// What was wrong, with which value, and what to do.
    let detail: String
    /// Seconds after which to try again, where that helps.
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
        // Not the request's fault, and it may pass: somebody makes room, or repairs what is broken. The log says what, since paths and the
        // system's words are nothing for strangers.
        case .cache:
            self.init(.serviceUnavailable, "The server's cache folder cannot be used now.", retryAfter: TileError.cacheRetrySeconds)
        }
    }

    init(_ error: ImagingError) {
        switch error {
        case .notFound, .notAnImage: self.init(.notFound, "There is no such image.")
        // What a decoder says of it is in its own words, not the same each time, and in the log.
        case .damaged: self.init(.unprocessableContent, "The image is damaged or cut short.")
        case .unreadable: self.init(.unprocessableContent, "\(error)")
        case .unsupported: self.init(.unsupportedMediaType, "\(error)")
        case .tooLarge, .needsMemory: self.init(.contentTooLarge, "\(error)")
        case .changedWhileReading: self.init(.serviceUnavailable, "\(error)", retryAfter: 1)
        case .notEncoded: self.init(.internalServerError, "The image could not be encoded.")
        // It may pass: a descriptor becomes free, a disk comes back.
        case .io: self.init(.serviceUnavailable, "The server cannot read or write a file now.", retryAfter: 5)
        case .cancelled: self.init(.serviceUnavailable, "\(error)", retryAfter: 1)
        }
    }

    /// Runs what may find fault with a request, and makes its error a problem.
    static func wrapping<Result>(_ body: () throws(RequestError) -> Result) throws(Problem) -> Result {
        do throws(RequestError) {
            return try body()
        } catch {
            throw Problem(error)
        }
    }

    static let overloaded = Problem(.serviceUnavailable, "Too many requests are waiting already.", retryAfter: 1)

    /// The same on the routes of IIIF, where all that is over a limit or in a format that is not written is a bad request.
    var onIIIF: Problem {
        status == .contentTooLarge || status == .unsupportedMediaType ? Problem(.badRequest, detail) : self
    }

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

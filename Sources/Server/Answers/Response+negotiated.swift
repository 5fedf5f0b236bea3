// What a client takes: texts in gzip, and nothing at all where its copy is current.

internal import HTTP
private import Imaging

extension Response {
    /// Bytes of a text below which gzip gains nothing: a packet carries them as they are.
    private static let leastWorthwhile = 1_024

    /// Whether bytes of this media type are worth compressing. Images are compressed already.
    static func isText(_ mediaType: String) -> Bool {
        ["text/", "application/json", "application/ld+json", "application/xml", "application/manifest+json", "image/svg+xml"]
            .contains { mediaType.hasPrefix($0) }
    }

    /// The same answer as this client takes it: a text in the coding that it likes best, each coding with an entity tag of its own, and 304
    /// where it has that already. Texts without an entity tag get one, a digest of their bytes.
    func negotiated(for request: borrowing Request) -> Response {
        var response = self
        response.gzippedBody = nil
        if let type = value(of: "Content-Type"), Response.isText(type) {
            guard let coding = ContentCoding.preferred(request.text(.acceptEncoding)) else {
                return Problem(.notAcceptable, "Accept-Encoding refuses both gzip and the text as it is; those are all there are.").response
            }
            response.set(ResponseField("Vary", value(of: "Vary").map { "\($0), Accept-Encoding" } ?? "Accept-Encoding"))
            if status == .ok, value(of: "ETag") == nil, value(of: "Cache-Control") != "no-store" {
                response.set(ResponseField("ETag", "\"\(Imaging.digest(body).prefix(32))\""))
            }
            if coding == .gzip { response.compress(gzippedBody) }
        }
        guard status == .ok, let tag = response.value(of: "ETag"),
            Validators(entityTag: tag, lastModified: value(of: "Last-Modified").flatMap(HTTPDate.parse)).isNotModified(for: request)
        else { return response }
        return Response(.notModified, fields: response.fields.filter { !$0.describesBody })
    }

    /// - Parameter ready: the body in gzip, where that is at hand.
    private mutating func compress(_ ready: [UInt8]?) {
        guard body.count >= Response.leastWorthwhile, let bytes = ready ?? Gzip.compress(body, .quick) else { return }
        body = bytes
        set(ResponseField("Content-Encoding", "gzip"))
        if let tag = value(of: "ETag") { set(ResponseField("ETag", tag.dropLast() + "-gzip\"")) }
    }
}

extension ResponseField {
    /// Whether a 304, which has no body, does without it (RFC 9110, 15.4.5).
    fileprivate var describesBody: Bool { ["Content-Type", "Content-Encoding"].contains(name.description) }
}

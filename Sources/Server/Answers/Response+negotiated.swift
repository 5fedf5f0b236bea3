// The form of a response that a client accepts: gzip or not, and 304 where its copy is current.

internal import HTTP
private import Imaging
internal import System

extension Response {
    /// Bytes of a text below which gzip gains nothing: one packet carries them uncompressed. Such texts are sent uncompressed unless a client
    /// refuses that.
    private static let leastWorthwhile = 1_024

    /// True when bytes of this media type are worth compressing. Images are compressed already.
    static func isText(_ mediaType: String) -> Bool {
        ["text/", "application/json", "application/ld+json", "application/xml", "application/manifest+json", "image/svg+xml"]
            .contains { mediaType.hasPrefix($0) }
    }

    /// The response in the form that the client prefers. A text is sent in the preferred coding, and each coding has an entity tag of its own.
    /// Texts without an entity tag get a digest of their type and bytes. If the client has a copy with that tag, the response is 304.
    func negotiated(for request: borrowing Request) -> Response {
        guard let type = value(of: "Content-Type"), Response.isText(type) else { return notModified(for: request) ?? self }
        let accepted = request.text(.acceptEncoding)
        guard let coding = ContentCoding.preferred(accepted) else {
            return Problem(.notAcceptable, "Accept-Encoding refuses both gzip and the text as it is; those are all there are.").response
        }
        var plain = self
        plain.gzippedBody = nil
        plain.set(ResponseField("Vary", value(of: "Vary").map { "\($0), Accept-Encoding" } ?? "Accept-Encoding"))
        if status == .ok, value(of: "ETag") == nil, value(of: "Cache-Control") != "no-store" {
            plain.set(ResponseField("ETag", "\"\(SHA256.hexadecimal(of: Array(type.utf8) + body).prefix(32))\""))
        }
        let mustZip = !ContentCoding.takesIdentity(accepted)
        guard coding == .gzip, mustZip || body.count >= Response.leastWorthwhile else { return plain.notModified(for: request) ?? plain }
        var zipped = plain
        zipped.set(ResponseField("Content-Encoding", "gzip"))
        if let tag = plain.value(of: "ETag") { zipped.set(ResponseField("ETag", tag.dropLast() + "-gzip\"")) }
        if let response = zipped.notModified(for: request) { return response }
        guard let bytes = gzippedBody ?? Gzip.compress(body, .quick, allowsLarger: mustZip) else { return plain }
        zipped.body = bytes
        return zipped
    }

    /// A 304 in place of this response, if the client has a current copy; else nil.
    private func notModified(for request: borrowing Request) -> Response? {
        guard status == .ok, let tag = value(of: "ETag") else { return nil }
        let validators = Validators(entityTag: tag, lastModified: value(of: "Last-Modified").flatMap { HTTPDate.parse($0) })
        guard validators.isNotModified(for: request) else { return nil }
        // Fields that describe a body are left out (RFC 9110, 15.4.5).
        return Response(.notModified, fields: fields.filter { !["Content-Type", "Content-Encoding"].contains($0.name.description) })
    }
}

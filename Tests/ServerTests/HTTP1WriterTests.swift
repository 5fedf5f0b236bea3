// Answers in HTTP/1: the fields of a cached image, and its prepared lines.

import Caching
import Geometry
import HTTP
@testable import Server
import Testing

@Suite struct HTTP1WriterTests {
    private static let fields = ImageFields(format: .png, entityTag: "\"abc-1-2-3-png\"", lastModified: 784_111_777)

    private static var image: EncodedImage {
        let body = Array("pixels".utf8)
        return EncodedImage(fields: fields, head: HTTP1Writer.preparedLines(fields, byteCount: body.count), body: body)
    }

    private func write(_ outcome: Outcome, isHead: Bool = false) -> (written: HTTP1Writer.Written, text: String) {
        let client = MemoryTransport()
        let framing = HTTP1Framing(isHead: isHead, keepsAlive: true, isHTTP10: false)
        let written = HTTP1Writer().write(outcome, to: client, framing: framing)
        return (written, client.text)
    }

    @Test("an encoded image keeps the fields of its answer beside the bytes", arguments: ["", "\"a\"", String(repeating: "x", count: 300)])
    func fields(_ entityTag: String) {
        let fields = ImageFields(format: .webp, entityTag: entityTag, lastModified: -5)
        let image = EncodedImage(fields: fields, head: [1, 2], body: [3, 4, 5])
        #expect(image.fields == fields)
        #expect(image.headCount == 2 && image.bodyCount == 3 && image.bytes(0..<3) == [3, 4, 5])
        #expect(image.withWire { wire in wire.indices.map { wire[$0] } } == [1, 2, 3, 4, 5])
    }

    @Test("a prepared answer has the fields of its image, and their order") func prepared() {
        let (written, text) = write(.prepared(Self.image, isVersioned: true, link: Array("<a>".utf8)))
        #expect(written.isComplete && written.status == .ok && written.byteCount == 6)
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines[0] == "HTTP/1.1 200 OK" && lines[1].hasPrefix("Date: "))
        #expect(
            Array(lines[2...]) == [
                "Cache-Control: public, max-age=31536000, immutable", "Link: <a>", "Content-Type: image/png", "ETag: \"abc-1-2-3-png\"",
                "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT", "Accept-Ranges: bytes", "Access-Control-Allow-Origin: *",
                "Access-Control-Expose-Headers: ETag, Link, Retry-After", "X-Content-Type-Options: nosniff", "Content-Length: 6", "",
                "pixels",
            ])
    }

    @Test("the answer to HEAD has no body") func head() {
        let (written, text) = write(.prepared(Self.image, isVersioned: false), isHead: true)
        #expect(written.byteCount == 0 && text.hasSuffix("Content-Length: 6\r\n\r\n"))
        let response = write(.response(Response(.ok, body: [1, 2])), isHead: true)
        #expect(response.written.byteCount == 0 && response.text.hasSuffix("Content-Length: 2\r\n\r\n"))
    }
}

extension String {
    fileprivate func components(separatedBy separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}

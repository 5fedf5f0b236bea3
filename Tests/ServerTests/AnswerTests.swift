// Small parts of answers: versions in queries, and statuses of errors.

import HTTP
import Imaging
@testable import Library
@testable import Protocols
@testable import Pyramids
@testable import Server
import Testing

@Suite struct AnswerTests {
    @Test(arguments: [
        ("v=$", true), ("a=b&v=$", true), ("v=$&a=b", true), ("&v=$", true), ("av=x&v=$", true), ("", false), ("v=", false), ("v", false),
        ("$", false),
        ("v=$0", false), ("v= $", false), ("V=$", false), ("av=$", false), ("v=0&v=$", false), ("v==$", false), ("a=v=$", false),
        ("v=%24", false),
        ("v&v=$", true), ("v=&v=$", true),
    ])
    func versions(_ query: String, _ expected: Bool) {
        let version = ImageVersion(["x"])
        let bytes = Array(query.replacing("$", with: version.description).utf8)
        let isNamed = version.isNamed(by: bytes.span)
        #expect(isNamed == expected)
    }

    @Test(
        arguments: [
            (Problem(LibraryError.notFound), 404, nil), (Problem(LibraryError.unusable(.damaged(reason: "r"))), 422, nil),
            (Problem(ImagingError.notFound), 404, nil), (Problem(ImagingError.notAnImage), 404, nil),
            (Problem(ImagingError.unsupported(reason: "r")), 415, nil), (Problem(ImagingError.unreadable(reason: "r")), 422, nil),
            (Problem(ImagingError.notEncoded(reason: "r")), 500, nil),
            (Problem(ImagingError.tooLarge(pixels: 2, limit: 1)), 413, nil), (Problem(ImagingError.changedWhileReading), 503, "1"),
            (Problem(ImagingError.needsMemory(bytes: 2, limit: 1)), 413, nil),
            (Problem(ImagingError.io(reason: "r")), 503, "5"), (Problem(ImagingError.cancelled), 503, "1"),
            (Problem(TileError.outsideGrid), 404, nil),
            (Problem(TileError.source(.damaged(reason: "r"))), 422, nil), (Problem(TileError.overloaded), 503, "1"),
            (Problem(TileError.stopping), 503, "5"),
            (Problem(TileError.cache("r")), 503, "5"), (Problem(RequestParseError.malformed("m")), 400, nil),
            (Problem(RequestParseError.targetTooLong(limit: 1)), 414, nil), (Problem(RequestParseError.headTooLarge(limit: 1)), 431, nil),
            (Problem(RequestParseError.tooManyFields(limit: 1)), 431, nil), (Problem(RequestParseError.bodyTooLarge(limit: 1)), 413, nil),
            (Problem(RequestParseError.versionNotSupported), 505, nil), (Problem(RequestParseError.methodUnknown), 501, nil),
            (Problem(RequestError(.notFound, "path", value: "p", allowed: "q")), 404, nil),
            (Problem(RequestError(.badRequest, "scale", value: "p", allowed: "q")), 400, nil),
            (Problem(RequestError(.unsupportedFormat, "format", value: "p", allowed: "q")), 415, nil),
        ] as [(Problem, Int, String?)])
    func problems(_ problem: Problem, _ status: Int, _ retryAfter: String?) {
        let response = problem.response
        #expect(response.status.rawValue == status)
        #expect(response["Retry-After"] == retryAfter)
        #expect(response["Content-Type"] == "application/problem+json" && response["Cache-Control"] == "no-store")
        #expect(response["Access-Control-Allow-Origin"] == "*")
        #expect(response.text.contains("\"status\":\(status)") && response.text.contains("\"title\":\"\(response.status.reason)\""))
        #expect(!problem.detail.isEmpty)
    }
}

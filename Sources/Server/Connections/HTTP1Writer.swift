// HTTP1Writer: writes answers in HTTP/1.

internal import Caching
private import Glibc
internal import HTTP

/// Encodes answers and writes them to transports. One for each loop, and used only on its thread: it keeps the parts of heads that are the
/// same for a whole second.
final class HTTP1Writer {
    /// The result of writing an answer.
    struct Written {
        /// False when the connection is broken.
        let isComplete: Bool
        let status: Status
        /// The bytes of the body, including those that follow in pieces.
        let byteCount: Int
    }

    private let encoder = ResponseEncoder(cacheControls: Fields.lives)
    private static let continueLines = [UInt8]("HTTP/1.1 100 Continue\r\n\r\n".utf8)
    private static let noBytes: [UInt8] = []

    /// Writes the head of an answer, and its body unless that follows in pieces, with one system call when the kernel takes all bytes.
    /// Allocates nothing for a prepared answer without a link.
    func write(_ outcome: Outcome, to transport: any Transport, framing: HTTP1Framing) -> Written {
        encoder.advance(to: time(nil))
        switch outcome {
        case .prepared(let image, let isVersioned, let link):
            let count = framing.isHead ? image.headCount : image.headCount + image.bodyCount
            let isComplete = encoder.withPreparedStart(
                keepsAlive: framing.keepsAlive, isHTTP10: framing.isHTTP10, cacheControl: isVersioned ? 1 : 0, link: link
            ) { start in image.withWire { transport.write(start, $0.extracting(first: count)) } }
            return Written(isComplete: isComplete, status: .ok, byteCount: framing.isHead ? 0 : image.bodyCount)
        case .response(let response), .streamed(let response, _):
            let hasBody = !framing.isHead && response.status != .notModified && response.status != .noContent
            let isComplete = encoder.withHead(of: response, keepsAlive: framing.keepsAlive, isHTTP10: framing.isHTTP10) { head in
                transport.write(head, response.body.span.extracting(first: hasBody ? response.body.count : 0))
            }
            return Written(isComplete: isComplete, status: response.status, byteCount: hasBody ? response.byteCount : 0)
        }
    }

    /// Tells a client that waits with the body of its request to send it (RFC 9110, 10.1.1).
    static func writeContinue(to transport: any Transport) {
        // A broken connection reports its end by itself.
        _ = transport.write(continueLines.span, noBytes.span)
    }

    /// The header lines that the tile cache keeps in front of an image, with the empty line at the end.
    static func preparedLines(_ fields: ImageFields, byteCount: Int) -> [UInt8] {
        ResponseEncoder.preparedLines(Fields.describing(fields), bodyCount: byteCount)
    }
}

@available(*, unavailable)
extension HTTP1Writer: Sendable {}

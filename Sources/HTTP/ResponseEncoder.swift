// ResponseEncoder: the heads of responses in HTTP/1.

/// Encodes the heads of responses. One for each loop, and used only on its thread. It keeps the parts that are the same for a whole second,
/// so that an answer from the tile cache needs no formatting.
public final class ResponseEncoder {
    /// Whether the connection stays open after a response (RFC 9112, 9.3).
    private enum Persistence: Int, CaseIterable {
        /// It stays open, which is the default of HTTP/1.1.
        case open
        /// It stays open, which HTTP/1.0 needs a field for.
        case openForHTTP10
        case close

        init(keepsAlive: Bool, isHTTP10: Bool) {
            self = !keepsAlive ? .close : isHTTP10 ? .openForHTTP10 : .open
        }

        var line: StaticString {
            switch self {
            case .open: ""
            case .openForHTTP10: "Connection: keep-alive\r\n"
            case .close: "Connection: close\r\n"
            }
        }
    }

    private var second = -1
    private var date = ""
    private let cacheControls: [StaticString]
    /// The starts of prepared responses, for each value of Cache-Control and each persistence.
    private var starts: [[UInt8]] = []
    /// The memory in which heads are written. It is kept, so that a head allocates nothing.
    private var head: [UInt8] = []

    /// - Parameter cacheControls: the values of Cache-Control that prepared responses may have.
    public init(cacheControls: [StaticString]) { self.cacheControls = cacheControls }

    /// Sets the date of all following responses. Cheap when the second has not changed.
    /// - Parameter second: the seconds of the wall clock since 1970.
    public func advance(to second: Int) {
        guard second != self.second else { return }
        self.second = second
        date = HTTPDate.format(second)
        starts = cacheControls.flatMap { value in
            Persistence.allCases.map { persistence in
                [UInt8]("HTTP/1.1 200 OK\r\nDate: \(date)\r\n\(persistence.line)Cache-Control: \(value)\r\n".utf8)
            }
        }
    }

    /// Lends the head of a prepared response of status 200 up to its prepared lines: status line, Date, Connection, Cache-Control and Link.
    /// Call `advance` before. Allocates nothing when there is no link.
    /// - Parameters:
    ///   - cacheControl: the index of the value of Cache-Control.
    ///   - link: the value of the Link field, without line breaks; nil for no such field.
    public func withPreparedStart<Result>(
        keepsAlive: Bool, isHTTP10: Bool, cacheControl: Int, link: [UInt8]?, _ body: (Span<UInt8>) -> Result
    ) -> Result {
        let start = starts[cacheControl * Persistence.allCases.count + Persistence(keepsAlive: keepsAlive, isHTTP10: isHTTP10).rawValue]
        guard let link else { return body(start.span) }
        return withHeadMemory { head in
            head.append(contentsOf: start)
            head.append(contentsOf: "Link: ".utf8)
            head.append(contentsOf: link)
            head.append(contentsOf: "\r\n".utf8)
            return body(head.span)
        }
    }

    /// Lends the memory in which heads are written, empty.
    private func withHeadMemory<Result>(_ body: (inout [UInt8]) -> Result) -> Result {
        var head = self.head
        // The array is taken out and put back, so that it has one reference and keeps its capacity.
        self.head = []
        defer { self.head = head }
        head.removeAll(keepingCapacity: true)
        return body(&head)
    }

    /// Lends the whole head of a response, with the empty line at its end. Call `advance` before.
    public func withHead<Result>(
        of response: borrowing Response, keepsAlive: Bool, isHTTP10: Bool, _ body: (Span<UInt8>) -> Result
    ) -> Result {
        let persistence = Persistence(keepsAlive: keepsAlive, isHTTP10: isHTTP10)
        return withHeadMemory { head in
            head.append(
                contentsOf: "HTTP/1.1 \(response.status.rawValue) \(response.status.reason)\r\nDate: \(date)\r\n\(persistence.line)".utf8)
            for field in response.fields { head.append(field) }
            switch response.length {
            // 304 and 204 have no body and no length (RFC 9110, 8.6).
            case _ where response.status == .notModified || response.status == .noContent: break
            case .ofBody: head.append(contentsOf: "Content-Length: \(response.body.count)\r\n".utf8)
            case .following(let count): head.append(contentsOf: "Content-Length: \(count)\r\n".utf8)
            case .open: if !isHTTP10 { head.append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8) }
            }
            head.append(contentsOf: "\r\n".utf8)
            return body(head.span)
        }
    }

    /// Header lines that do not depend on the time or the request, with the empty line at their end. A cache keeps them in front of a body.
    /// - Parameter bodyCount: the number of bytes of the body.
    public static func preparedLines(_ fields: [ResponseField], bodyCount: Int) -> [UInt8] {
        var lines: [UInt8] = []
        lines.reserveCapacity(512)
        for field in fields { lines.append(field) }
        lines.append(contentsOf: "Content-Length: \(bodyCount)\r\n\r\n".utf8)
        return lines
    }
}

@available(*, unavailable)
extension ResponseEncoder: Sendable {}

extension [UInt8] {
    /// Appends the line of a field without making a string, since every tile that is read from a file needs new lines.
    fileprivate mutating func append(_ field: ResponseField) {
        unsafe append(contentsOf: UnsafeBufferPointer(start: field.name.utf8Start, count: field.name.utf8CodeUnitCount))
        append(contentsOf: ": ".utf8)
        append(contentsOf: field.value.utf8)
        append(contentsOf: "\r\n".utf8)
    }
}

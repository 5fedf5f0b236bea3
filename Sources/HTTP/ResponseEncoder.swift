// Responses to bytes.

/// Writes response heads. One for each loop, and used there only: it keeps what is the same for a whole second, so that a hit in the
/// tile cache formats nothing.
public final class ResponseEncoder {
    /// What becomes of the connection after a response.
    private enum Fate: Int, CaseIterable {
        /// It stays open, as HTTP/1.1 has it.
        case open
        /// It stays open, which HTTP/1.0 wants said.
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
    private let lives: [StaticString]
    /// The starts of prepared responses: for each life, for each fate.
    private var starts: [[UInt8]] = []
    /// Heads are written here; kept, so that a head allocates nothing.
    private var head: [UInt8] = []

    /// - Parameter lives: the values of Cache-Control that prepared responses may have.
    public init(lives: [StaticString]) { self.lives = lives }

    /// Brings the date up to the second; cheap where nothing changed.
    /// - Parameter second: the wall clock's, since 1970.
    public func advance(to second: Int) {
        guard second != self.second else { return }
        self.second = second
        date = HTTPDate.format(second)
        starts = lives.flatMap { life in
            Fate.allCases.map { fate in
                [UInt8]("HTTP/1.1 200 OK\r\nDate: \(date)\r\n\(fate.line)Cache-Control: \(life)\r\n".utf8)
            }
        }
    }

    /// Lends the head of a prepared 200 up to its prepared lines: status line and Date, the connection's fate, the life in caches, and the
    /// link. Its date is that of the second that `advance` named last.
    /// - Parameters:
    ///   - life: which of the lives that the encoder was made with.
    ///   - link: the value of the Link field, without line breaks; nil where there is none.
    public func withPreparedStart<Result>(
        keepsAlive: Bool, isHTTP10: Bool, life: Int, link: [UInt8]?, _ body: (Span<UInt8>) -> Result
    ) -> Result {
        let start = starts[life * Fate.allCases.count + Fate(keepsAlive: keepsAlive, isHTTP10: isHTTP10).rawValue]
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
        // Taken out and put back: the array stays the only one of its kind, and so keeps its room.
        self.head = []
        defer { self.head = head }
        head.removeAll(keepingCapacity: true)
        return body(&head)
    }

    /// Lends the whole head of a response, and the empty line behind it.
    public func withHead<Result>(
        of response: borrowing Response, keepsAlive: Bool, isHTTP10: Bool, _ body: (Span<UInt8>) -> Result
    ) -> Result {
        let fate = Fate(keepsAlive: keepsAlive, isHTTP10: isHTTP10)
        return withHeadMemory { head in
            head.append(
                contentsOf: "HTTP/1.1 \(response.status.rawValue) \(response.status.reason)\r\nDate: \(date)\r\n\(fate.line)".utf8)
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

    /// Header lines that do not depend on the moment, ended by the empty line: what a cache keeps in front of a body.
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
    /// Appends a field's line, without making text of it first: each tile that is read from a file has its own lines.
    fileprivate mutating func append(_ field: ResponseField) {
        unsafe append(contentsOf: UnsafeBufferPointer(start: field.name.utf8Start, count: field.name.utf8CodeUnitCount))
        append(contentsOf: ": ".utf8)
        append(contentsOf: field.value.utf8)
        append(contentsOf: "\r\n".utf8)
    }
}

// Responses to bytes.

/// Writes response heads. One for each loop: it keeps the lines that are the same for a whole second, so that a hit in the tile cache
/// formats nothing.
public struct ResponseEncoder: Sendable {
    private var second = -1
    private var date = ""
    /// Status line and Date of a 200, the start of every prepared response.
    private var okay: [UInt8] = []

    public init() {}

    /// Brings the date up to the second; cheap where nothing changed.
    /// - Parameter second: the wall clock's, since 1970.
    public mutating func advance(to second: Int) {
        guard second != self.second else { return }
        self.second = second
        date = HTTPDate.format(second)
        okay = [UInt8]("HTTP/1.1 200 OK\r\nDate: \(date)\r\n".utf8)
    }

    /// The head of a prepared 200 up to its prepared lines: status line and Date, the connection's fate, and the life in caches.
    public func appendPreparedStart(to output: inout [UInt8], keepsAlive: Bool, isHTTP10: Bool, cacheControl: StaticString) {
        output.append(contentsOf: okay)
        appendConnection(to: &output, keepsAlive: keepsAlive, isHTTP10: isHTTP10)
        output.append(contentsOf: "Cache-Control: ".utf8)
        unsafe output.append(contentsOf: UnsafeBufferPointer(start: cacheControl.utf8Start, count: cacheControl.utf8CodeUnitCount))
        output.append(contentsOf: "\r\n".utf8)
    }

    /// The whole head of a response, and the empty line behind it.
    public func appendHead(of response: borrowing Response, to output: inout [UInt8], keepsAlive: Bool, isHTTP10: Bool) {
        output.append(contentsOf: "HTTP/1.1 \(response.status.rawValue) \(response.status.reason)\r\nDate: \(date)\r\n".utf8)
        appendConnection(to: &output, keepsAlive: keepsAlive, isHTTP10: isHTTP10)
        for field in response.fields {
            output.append(contentsOf: "\(field.name): \(field.value)\r\n".utf8)
        }
        switch response.length {
        // 304 and 204 have no body and no length (RFC 9110, 8.6).
        case _ where response.status == .notModified || response.status == .noContent: break
        case .ofBody: output.append(contentsOf: "Content-Length: \(response.body.count)\r\n".utf8)
        case .following(let count): output.append(contentsOf: "Content-Length: \(count)\r\n".utf8)
        case .open: if !isHTTP10 { output.append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8) }
        }
        output.append(contentsOf: "\r\n".utf8)
    }

    /// Header lines that do not depend on the moment, ended by the empty line: what a cache keeps in front of a body.
    public static func preparedLines(_ fields: [ResponseField], bodyCount: Int) -> [UInt8] {
        var lines: [UInt8] = []
        for field in fields {
            lines.append(contentsOf: "\(field.name): \(field.value)\r\n".utf8)
        }
        lines.append(contentsOf: "Content-Length: \(bodyCount)\r\n\r\n".utf8)
        return lines
    }

    private func appendConnection(to output: inout [UInt8], keepsAlive: Bool, isHTTP10: Bool) {
        if !keepsAlive {
            output.append(contentsOf: "Connection: close\r\n".utf8)
        } else if isHTTP10 {
            // HTTP/1.0 closes unless told otherwise.
            output.append(contentsOf: "Connection: keep-alive\r\n".utf8)
        }
    }
}

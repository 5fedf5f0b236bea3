// `azulejo check`: one request to a running server, for a container's health check.

private import Glibc

/// Asks a server whether it is ready.
enum ReadinessCheck {
    /// Why the server is not ready, as a text for the operator.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Seconds that sending, and receiving, may take.
    private static let timeout = 5

    /// Sends one request. Blocks until it is answered.
    /// - Parameter url: `http://HOST[:PORT][/PREFIX]`.
    /// - Throws: when the URL cannot be used, the server cannot be reached, or the status of its answer is not 200.
    static func run(_ url: String) throws(Failure) {
        guard url.hasPrefix("http://") else { throw Failure(description: "only http:// URLs can be checked") }
        let rest = url.dropFirst(7)
        let authority = rest.prefix { $0 != "/" }
        var prefix = rest.dropFirst(authority.count)
        while prefix.hasSuffix("/") { prefix.removeLast() }
        // The last colon begins the port, unless it stands within the brackets of an IPv6 address.
        let colon = authority.lastIndex(of: ":").flatMap { authority[$0...].contains("]") ? nil : $0 }
        let host = authority[..<(colon ?? authority.endIndex)].filter { $0 != "[" && $0 != "]" }
        let port = colon.map { String(authority[authority.index(after: $0)...]) } ?? "80"
        let answer = try response(
            host: String(host), port: port, to: "GET \(prefix)/readyz HTTP/1.1\r\nHost: \(authority)\r\nConnection: close\r\n\r\n")
        guard answer.hasPrefix("HTTP/1.1 200 ") else {
            throw Failure(description: "not ready: \(answer.isEmpty ? "no answer" : String(answer.prefix { $0 != "\r\n" }))")
        }
    }

    /// At most 512 bytes of the response to a request; an empty text when there is none.
    private static func response(host: String, port: String, to request: String) throws(Failure) -> String {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, port, &hints, &found) == 0, let address = unsafe found else {
            throw Failure(description: "\(host) cannot be found")
        }
        defer { unsafe freeaddrinfo(address) }
        let descriptor = unsafe socket(address.pointee.ai_family, address.pointee.ai_socktype, address.pointee.ai_protocol)
        guard descriptor >= 0 else { throw Failure(description: "no socket can be made") }
        defer { close(descriptor) }
        var limit = timeval(tv_sec: timeout, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            unsafe setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
        guard unsafe connect(descriptor, address.pointee.ai_addr, address.pointee.ai_addrlen) == 0 else {
            throw Failure(description: "nothing listens there")
        }
        let bytes = Array(request.utf8)
        guard unsafe bytes.withUnsafeBytes({ unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }) == bytes.count else {
            throw Failure(description: "the request cannot be sent")
        }
        var answer = [UInt8](repeating: 0, count: 512)
        let count = unsafe answer.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
        return String(decoding: answer.prefix(max(0, count)), as: UTF8.self)
    }
}

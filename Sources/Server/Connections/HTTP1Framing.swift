// HTTP1Framing: the properties of a request that determine the form of its answer in HTTP/1.

internal import HTTP

/// How an answer is framed. Kept when the bytes of the request are gone.
struct HTTP1Framing {
    /// True for HEAD: the answer has no body.
    let isHead: Bool
    /// True when the connection stays open after the answer.
    var keepsAlive: Bool
    /// True for a client of HTTP/1.0, which knows no chunks.
    let isHTTP10: Bool

    init(isHead: Bool, keepsAlive: Bool, isHTTP10: Bool) {
        self.isHead = isHead
        self.keepsAlive = keepsAlive
        self.isHTTP10 = isHTTP10
    }

    init(_ request: borrowing Request) {
        self.init(isHead: request.method == .head, keepsAlive: request.keepsAlive, isHTTP10: request.isHTTP10)
    }

    /// The framing of an answer to bytes that are no request.
    static let refusal = HTTP1Framing(isHead: false, keepsAlive: false, isHTTP10: false)
}

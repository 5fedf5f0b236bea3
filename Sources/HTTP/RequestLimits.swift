// How large a request may be.

/// Bounds that the parser holds a request to.
public struct RequestLimits: Sendable {
    /// Bytes of the request target.
    public var target = 8_192
    /// Bytes of all header fields, names and values.
    public var head = 16_384
    /// Header fields, repeated ones and those behind a chunked body included.
    public var fieldCount = 100
    /// Bytes of a body. The largest body that any route takes is a gesture event of a few hundred bytes.
    public var body = 65_536

    public init() {}
}

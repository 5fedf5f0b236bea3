// RequestLimits: the largest sizes of a request.

/// The limits of a parser. A request beyond one of them is refused.
public struct RequestLimits: Sendable {
    /// The most bytes of the request target.
    public var target = 8_192
    /// The most bytes of all header fields together, names and values.
    public var head = 16_384
    /// The most header fields. Repeated fields and trailers count.
    public var fieldCount = 100
    /// The most bytes of a body. The largest body that a route needs is a gesture event of a few hundred bytes.
    public var body = 65_536

    /// The default limits.
    public init() {}
}

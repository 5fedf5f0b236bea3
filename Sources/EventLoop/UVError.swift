// The one error type of this module: a libuv status and the call that returned it.

private import CUV

/// A failed libuv call.
public struct UVError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The negative status, such as `UV_EADDRINUSE` (on Linux a negated errno).
    public let code: Int32
    /// The libuv function that failed, such as `uv_listen`.
    public let call: StaticString

    /// Whether another process holds the address.
    public var isAddressInUse: Bool { code == Int32(UV_EADDRINUSE.rawValue) }

    /// libuv's own words for the status.
    public var reason: String { unsafe String(cString: uv_strerror(code)) }

    public var description: String { "\(call): \(reason)" }

    public static func == (a: UVError, b: UVError) -> Bool { a.code == b.code }

    /// Turns a libuv status into a thrown error where it is negative.
    @discardableResult
    static func check(_ status: Int32, _ call: StaticString) throws(UVError) -> Int32 {
        guard status < 0 else { return status }
        throw UVError(code: status, call: call)
    }
}

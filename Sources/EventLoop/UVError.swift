// UVError: a failed libuv call, the only error type of this module.

private import CUV

/// A libuv status code and the call that returned it. Two errors are equal when their codes are.
public struct UVError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The negative status, such as `UV_EADDRINUSE`. On Linux it is usually a negated errno.
    public let code: Int32
    /// The libuv function that failed, such as `uv_listen`.
    public let call: StaticString

    /// True when another process holds the address.
    public var isAddressInUse: Bool { code == Int32(UV_EADDRINUSE.rawValue) }

    /// libuv's message for the status.
    public var reason: String { unsafe String(cString: uv_strerror(code)) }

    public var description: String { "\(call): \(reason)" }

    public static func == (a: UVError, b: UVError) -> Bool { a.code == b.code }

    /// Throws an error when a libuv status is negative.
    /// - Returns: the status.
    @discardableResult
    static func check(_ status: Int32, _ call: StaticString) throws(UVError) -> Int32 {
        guard status < 0 else { return status }
        throw UVError(code: status, call: call)
    }
}

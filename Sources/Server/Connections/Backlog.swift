// Backlog: bytes of pipelined requests that wait for the answer to the current request.

/// Bytes in the order in which they arrived.
struct Backlog {
    private var bytes: [UInt8] = []

    /// The number of bytes beyond which the connection reads no more.
    static let limit = 64 << 10

    var isEmpty: Bool { bytes.isEmpty }
    var isOverLimit: Bool { bytes.count > Backlog.limit }

    /// Appends the bytes from `offset` on.
    mutating func append(_ span: Span<UInt8>, from offset: Int) {
        unsafe span.withUnsafeBufferPointer { unsafe bytes.append(contentsOf: $0[offset...]) }
    }

    /// Removes and returns all bytes.
    mutating func takeAll() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    mutating func removeAll() { bytes = [] }
}

// The connections that are closed when unread answers take too much memory.

import Testing
@testable import Server

@Suite struct WriteBufferLimitTests {
    /// The bytes of each connection; negative for a client that reads nothing.
    @Test(
        "connections of clients that read nothing are closed first, and no more than necessary",
        arguments: [
            ([], []), ([-100], []), ([-60, -50], [0]), ([-50, -60], [1]), ([-10, -60, -40, -5], [1]), ([-70, -80, -90], [2, 1]),
            // Clients that read slowly may have twice as much, and are closed after those that read nothing.
            ([100, 100], []), ([100, 101], [1]), ([150, -90], [1]), ([90, -20, 120, -5], [1, 3, 2]), ([0, 0, 300], [2]),
        ])
    func excess(_ bytes: [Int], _ expected: [Int]) {
        let holders = bytes.map { WriteBufferLimit.Holder(byteCount: abs($0), isStalled: $0 < 0) }
        #expect(WriteBufferLimit(limit: 100).excess(among: holders) == expected)
    }
}

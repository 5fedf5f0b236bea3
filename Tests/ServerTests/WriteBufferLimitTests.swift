// Whose answers are given up.

import Testing
@testable import Server

@Suite struct WriteBufferLimitTests {
    /// Bytes; those of stalled clients are negative.
    @Test(arguments: [
        ([], []), ([-100], []), ([-60, -50], [0]), ([-50, -60], [1]), ([-10, -60, -40, -5], [1]), ([-70, -80, -90], [2, 1]),
        // Who takes what he is sent may have twice as much, and those who do not go first.
        ([100, 100], []), ([100, 101], [1]), ([150, -90], [1]), ([90, -20, 120, -5], [1, 3, 2]), ([0, 0, 300], [2]),
    ])
    func victims(_ bytes: [Int], _ expected: [Int]) {
        let holders = bytes.map { WriteBufferLimit.Holder(byteCount: abs($0), isStalled: $0 < 0) }
        #expect(WriteBufferLimit(limit: 100).victims(among: holders) == expected)
    }
}

// Equality of turns.

import Geometry
import Testing

@Suite struct TurnTests {
    @Test(
        "Equal turns are equal values, and whole turns are dropped",
        arguments: [
            (0.0, 0, 0 as Int?), (90, 90_000_000, 1), (180, 180_000_000, 2), (270, 270_000_000, 3), (360, 0, 0), (450, 90_000_000, 1),
            (-90, 270_000_000, 3), (22.5, 22_500_000, nil), (89.999_999, 89_999_999, nil), (89.999_999_9, 90_000_000, 1),
            (359.999_999_9, 0, 0),
            (-0.000_000_1, 0, 0),
        ])
    func degrees(degrees: Double, millionths: Int, quarters: Int?) {
        let turn = Turn(degrees: degrees)
        #expect(turn.millionths == millionths && turn.quarters == quarters)
        #expect(turn.isNone == (millionths == 0))
        #expect(!Turn(degrees: degrees, isMirrored: true).isNone)
        #expect(Turn(degrees: turn.degrees) == turn)
    }
}

// Turn: how an image is mirrored and turned.

/// Perhaps mirrored left to right, and then turned clockwise. Angles are whole millionths of a degree, so that equal turns are equal
/// values: on the largest image, one more moves no pixel by a hundredth of itself.
public struct Turn: Hashable, Sendable {
    /// Millionths of a degree, from 0 up to but without 360 degrees.
    public let millionths: Int

    /// Whether the image is mirrored before it is turned.
    public let isMirrored: Bool

    /// The image as it is.
    public static let none = Turn(degrees: 0)

    /// - Parameter degrees: any finite number up to some thousands; whole turns are dropped.
    public init(degrees: Double, isMirrored: Bool = false) {
        let millionths = Int((degrees * 1_000_000).rounded()) % Turn.circle
        self.millionths = millionths < 0 ? millionths + Turn.circle : millionths
        self.isMirrored = isMirrored
    }

    public var degrees: Double { Double(millionths) / 1_000_000 }

    /// Whether the image stays as it is.
    public var isNone: Bool { millionths == 0 && !isMirrored }

    /// How many quarters of a full turn it is, 0 to 3; nil where it is no whole number of them.
    public var quarters: Int? { millionths.isMultiple(of: Turn.circle / 4) ? millionths / (Turn.circle / 4) : nil }

    private static let circle = 360_000_000
}

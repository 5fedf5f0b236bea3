// Turn: mirroring and rotation of an image.

/// An optional mirroring from left to right, followed by a clockwise rotation. The angle is a whole number of millionths of a degree, so
/// that equal turns are equal values. On the largest image, a millionth of a degree moves no pixel by more than a hundredth of a pixel.
public struct Turn: Hashable, Sendable {
    /// The angle in millionths of a degree, within 0..<360,000,000.
    public let millionths: Int

    /// True when the image is mirrored before it is rotated.
    public let isMirrored: Bool

    /// No mirroring and no rotation.
    public static let none = Turn(degrees: 0)

    /// Creates a turn.
    /// - Parameters:
    ///   - degrees: clockwise; any finite number up to some thousands. Whole turns are dropped.
    ///   - isMirrored: true when the image is mirrored first.
    public init(degrees: Double, isMirrored: Bool = false) {
        let millionths = Int((degrees * 1_000_000).rounded()) % Turn.circle
        self.millionths = millionths < 0 ? millionths + Turn.circle : millionths
        self.isMirrored = isMirrored
    }

    /// The angle in degrees, clockwise, within 0..<360.
    public var degrees: Double { Double(millionths) / 1_000_000 }

    /// True when the image stays as it is.
    public var isNone: Bool { millionths == 0 && !isMirrored }

    /// The rotation in quarter turns, 0 to 3; nil when it is not a whole number of them.
    public var quarters: Int? { millionths.isMultiple(of: Turn.circle / 4) ? millionths / (Turn.circle / 4) : nil }

    private static let circle = 360_000_000
}

// IIIFRotation: how the scaled region is turned (Image API 3.0, section 4.3).

/// The rotation parameter.
public struct IIIFRotation: Hashable, Sendable {
    /// Clockwise, from 0 up to but without 360.
    public let degrees: Double

    /// Whether the image is mirrored left to right before it is turned.
    public let isMirrored: Bool

    static let forms = "degrees from 0 to 360, also behind \"!\""

    /// Nil where the text is no rotation.
    init?(_ text: ParameterScanner) {
        var text = text
        isMirrored = text.take("!")
        guard let degrees = text.decimal(), degrees <= 360, text.isAtEnd else { return nil }
        self.degrees = degrees == 360 ? 0 : degrees
    }

    /// Whether the image stays as it is.
    var isNone: Bool { degrees == 0 && !isMirrored }
}

extension IIIFRotation: CustomStringConvertible {
    public var description: String { (isMirrored ? "!" : "") + String(degrees) }
}

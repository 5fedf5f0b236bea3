// IIIFQuality: colour, grey or black and white (Image API 3.0, section 4.4).

/// The quality parameter.
public enum IIIFQuality: String, CaseIterable, Hashable, Sendable {
    case `default`
    case color
    case gray
    case bitonal

    /// True when the image keeps its colours. For a grey image, "color" and "default" mean the same.
    var keepsColours: Bool { self == .default || self == .color }

    /// For messages: the allowed values.
    static let forms = "default, color, gray or bitonal"

    /// Parses the parameter.
    /// - Returns: nil for any other text.
    init?(_ text: ParameterScanner) {
        var text = text
        if text.take("default") {
            self = .default
        } else if text.take("color") {
            self = .color
        } else if text.take("gray") {
            self = .gray
        } else if text.take("bitonal") {
            self = .bitonal
        } else {
            return nil
        }
        guard text.isAtEnd else { return nil }
    }
}

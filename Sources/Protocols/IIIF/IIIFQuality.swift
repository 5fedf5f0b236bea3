// IIIFQuality: in colour or not (Image API 3.0, section 4.4).

/// The quality parameter.
public enum IIIFQuality: String, CaseIterable, Hashable, Sendable {
    case `default`
    case color
    case gray
    case bitonal

    /// Whether the image is delivered with the colours that it has. A grey image has none to lose: "color" is as good as "default".
    var keepsColours: Bool { self == .default || self == .color }

    static let forms = "default, color, gray or bitonal"

    /// Nil where the text is no quality.
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

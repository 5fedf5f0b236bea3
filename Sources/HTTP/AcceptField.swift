// AcceptField: the media types that a client accepts (RFC 9110, 12.5.1).

/// A parsed Accept field.
public struct AcceptField: Sendable {
    private struct Range {
        let type: String
        let weight: Double
    }

    private let ranges: [Range]

    /// Parses the value of an Accept field. Malformed parts are ignored.
    /// - Parameter value: nil when the request has no Accept field, which means `*/*`.
    public init(_ value: String?) {
        ranges = value.map { AcceptField.split($0, at: ",").compactMap(AcceptField.range) } ?? [Range(type: "*/*", weight: 1)]
    }

    /// The weight of a media type, from 0 (not acceptable) to 1. The most specific matching media range decides. Parameters of media ranges
    /// are ignored.
    /// - Parameter type: in lower case, without parameters.
    public func weight(of type: String) -> Double {
        let kind = type.prefix { $0 != "/" }
        for wanted in ["\(type)", "\(kind)/*", "*/*"] {
            let weights = ranges.lazy.filter { $0.type == wanted }.map(\.weight)
            if let weight = weights.max() { return weight }
        }
        return 0
    }

    /// True when the field names this media type, not only a range, with a weight above 0.
    public func names(_ type: String) -> Bool { ranges.contains { $0.type == type && $0.weight > 0 } }

    private static func range(_ text: Substring) -> Range? {
        let parts = split(String(text), at: ";").map { $0.trimmed }
        guard let type = parts.first, type.contains("/") else { return nil }
        var weight = 1.0
        for part in parts.dropFirst() {
            let name = part.prefix { $0 != "=" }
            guard name.trimmed.lowercased() == "q" else { continue }
            guard let value = Double(part.dropFirst(name.count + 1).trimmed), (0...1).contains(value) else { return nil }
            weight = value
        }
        return Range(type: type.lowercased(), weight: weight)
    }

    /// Splits at separators outside quoted strings.
    private static func split(_ text: String, at separator: Character) -> [Substring] {
        var isQuoted = false
        return text.split(omittingEmptySubsequences: true) { character in
            if character == "\"" { isQuoted.toggle() }
            return character == separator && !isQuoted
        }
    }
}

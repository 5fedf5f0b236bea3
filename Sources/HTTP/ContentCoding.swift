// ContentCoding: the content codings that a client accepts for texts, from the Accept-Encoding field.

/// A content coding in which the server sends texts.
public enum ContentCoding: Sendable, Equatable {
    /// Without coding.
    case identity
    /// gzip (RFC 1952).
    case gzip

    /// The coding with the highest weight (RFC 9110, 12.5.3). gzip wins against an equal weight of identity.
    /// - Parameter field: the value of Accept-Encoding; nil when the request has none. The result is `identity` then: the RFC allows any
    ///   coding, but clients without the field may not decode any.
    /// - Returns: nil when the client accepts neither coding.
    public static func preferred(_ field: String?) -> ContentCoding? {
        let weights = weights(field)
        if weights.gzip > 0, weights.gzip >= weights.asked { return .gzip }
        return weights.identity > 0 ? .identity : nil
    }

    /// True when the client accepts texts without coding.
    public static func takesIdentity(_ field: String?) -> Bool { weights(field).identity > 0 }

    /// The weights of both codings in thousandths. `asked` is the weight of identity when the field names it, otherwise 0.
    private static func weights(_ field: String?) -> (gzip: Int, identity: Int, asked: Int) {
        guard let field else { return (0, 1, 0) }
        var gzip: Int?
        var identity: Int?
        var others: Int?
        for item in field.utf8.split(separator: UInt8(ascii: ",")) {
            let parts = item.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            guard let weight = weight(parts.dropFirst()) else { continue }
            switch trimmed(parts[0]) {
            case "gzip", "x-gzip": gzip = gzip ?? weight
            case "identity": identity = identity ?? weight
            case "*": others = others ?? weight
            default: break
            }
        }
        // When the field does not name identity, it is acceptable, with a lower weight than all that is named.
        return (gzip ?? others ?? 0, identity ?? (others == 0 ? 0 : 1), identity ?? 0)
    }

    /// A weight in thousandths: 1000 when there is none, nil when it is malformed.
    private static func weight(_ parameters: ArraySlice<Substring.UTF8View>) -> Int? {
        for parameter in parameters {
            let text = trimmed(parameter)
            guard text.hasPrefix("q=") else { continue }
            let digits = Array(text.utf8.dropFirst(2))
            guard let first = digits.first, first == 0x30 || first == 0x31, digits.count <= 5, digits.count == 1 || digits[1] == 0x2E else {
                return nil
            }
            var value = Int(first - 0x30)
            for place in 2..<5 {
                let digit = place < digits.count ? digits[place] : 0x30
                guard (0x30...0x39).contains(digit) else { return nil }
                value = value * 10 + Int(digit - 0x30)
            }
            return value <= 1_000 ? value : nil
        }
        return 1_000
    }

    /// In lower case, without white space at the ends.
    private static func trimmed(_ bytes: Substring.UTF8View) -> String {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        var bytes = bytes.drop(while: isSpace)
        while let last = bytes.last, isSpace(last) { bytes.removeLast() }
        return String(decoding: bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
    }
}

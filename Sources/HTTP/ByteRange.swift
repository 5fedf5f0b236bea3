// The Range field of a request.

/// What a Range field asks of a representation of known length (RFC 9110, 14.2).
public enum ByteRange: Sendable, Equatable {
    /// No range, one in another unit, one that is malformed, or several at once: the whole is sent, as the RFC allows.
    case whole
    case part(Range<Int>)
    /// Well formed, and wholly behind the end: 416.
    case unsatisfiable

    /// - Parameters:
    ///   - value: the field's value.
    ///   - length: of the representation, in bytes.
    public init(_ value: String, length: Int) {
        self = .whole
        guard value.hasPrefix("bytes=") else { return }
        let bounds = value.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, !value.contains(",") else { return }
        let first = ByteRange.position(bounds[0])
        let last = ByteRange.position(bounds[1])
        if bounds[0].isEmpty, let suffix = last {
            self = suffix == 0 || length == 0 ? .unsatisfiable : .part(max(0, length - suffix)..<length)
        } else if let first, bounds[1].isEmpty {
            self = first < length ? .part(first..<length) : .unsatisfiable
        } else if let first, let last, first <= last {
            self = first < length ? .part(first..<min(last, length - 1) + 1) : .unsatisfiable
        }
    }

    private static func position(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.count <= 18, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}

// ByteRange: the Range field of a request.

/// The part of a representation that a Range field requests (RFC 9110, 14.2).
public enum ByteRange: Sendable, Equatable {
    /// The whole representation. This is the result for another unit, a malformed field and several ranges, which the RFC allows to ignore.
    case whole
    /// The bytes of this range. It is not empty and lies within the representation.
    case part(Range<Int>)
    /// A valid range that begins beyond the end. The status of the answer is 416.
    case unsatisfiable

    /// Parses a Range field.
    /// - Parameters:
    ///   - value: the value of the field.
    ///   - length: the length of the representation in bytes.
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

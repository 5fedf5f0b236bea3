// SlashSubstitute: a text in place of slashes in identifiers, for proxies that decode "%2F".

/// A text that stands for a slash in a segment, in addition to "%2F". To make every path expressible, an escape within the decoded segment
/// stands for its byte ("%7E" for "~", sent as "%257E"). Names that contain the substitute are written with such escapes.
public struct SlashSubstitute: Hashable, Sendable {
    private let bytes: [UInt8]

    /// Checks a substitute.
    /// - Returns: nil unless the text has 1 to 16 unreserved characters without ".", and at least one of "-", "_" and "~". Letters and
    ///   digits alone would occur in many names.
    public init?(_ text: String) {
        bytes = Array(text.utf8)
        let isFit = bytes.allSatisfy { $0.isUnreserved && $0 != UInt8(ascii: ".") }
        guard (1...16).contains(bytes.count), isFit, bytes.contains(where: "-_~".utf8.contains) else { return nil }
    }

    /// The path for a decoded segment.
    func path(_ segment: [UInt8]) -> [UInt8] {
        var path: [UInt8] = []
        path.reserveCapacity(segment.count)
        let segment = segment.span
        var index = 0
        while index < segment.count {
            if stands(in: segment, at: index) {
                path.append(UInt8(ascii: "/"))
                index += bytes.count
            } else if let (byte, next) = segment.percentDecodedByte(at: index, before: segment.count) {
                path.append(byte)
                index = next
            } else {
                // A "%" that does not begin an escape stands for itself.
                path.append(segment[index])
                index += 1
            }
        }
        return path
    }

    /// The decoded segment for a path. Only the characters that must be escaped are escaped.
    func segment(_ path: String) -> [UInt8] {
        let plain = segment(path) { _ in false }
        guard self.path(plain) != Array(path.utf8) else { return plain }
        return segment(path) { $0 == UInt8(ascii: "%") || bytes.contains($0) }
    }

    private func segment(_ path: String, escaping isEscaped: (UInt8) -> Bool) -> [UInt8] {
        var segment: [UInt8] = []
        for byte in path.utf8 {
            if byte == UInt8(ascii: "/") {
                segment += bytes
            } else if isEscaped(byte) {
                segment.appendEscape(byte)
            } else {
                segment.append(byte)
            }
        }
        return segment
    }

    /// True when the substitute begins at an index of a segment.
    private func stands(in segment: Span<UInt8>, at start: Int) -> Bool {
        guard start + bytes.count <= segment.count else { return false }
        for offset in bytes.indices where segment[start + offset] != bytes[offset] { return false }
        return true
    }
}

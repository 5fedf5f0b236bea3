// SlashSubstitute: what stands for a slash in identifiers, where a proxy on the way makes "/" of "%2F".

/// A text that stands for a slash in a segment, besides the slash itself. So that every path has a spelling, an escape within the decoded
/// segment stands for its byte ("%7E" for "~", sent as "%257E"): names that hold the substitute are written with it.
public struct SlashSubstitute: Hashable, Sendable {
    private let bytes: [UInt8]

    /// Nil for anything but 1 to 16 unreserved characters of URLs without the dot; letters and digits alone would be found in many names.
    public init?(_ text: String) {
        bytes = Array(text.utf8)
        let isFit = bytes.allSatisfy { $0.isUnreserved && $0 != UInt8(ascii: ".") }
        guard (1...16).contains(bytes.count), isFit, bytes.contains(where: "-_~".utf8.contains) else { return nil }
    }

    /// The path that a decoded segment stands for.
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
                // A percent sign that begins no escape is itself.
                path.append(segment[index])
                index += 1
            }
        }
        return path
    }

    /// The one decoded segment that is written for a path.
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

    private func stands(in segment: Span<UInt8>, at start: Int) -> Bool {
        guard start + bytes.count <= segment.count else { return false }
        for offset in bytes.indices where segment[start + offset] != bytes[offset] { return false }
        return true
    }
}

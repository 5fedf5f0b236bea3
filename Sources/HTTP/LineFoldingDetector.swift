// LineFoldingDetector: finds header lines that continue on the next line (obsolete line folding), which llhttp would join silently.

/// A scanner of the bytes of a request head. The bytes may arrive in pieces of any size.
struct LineFoldingDetector {
    private enum State {
        /// Before the request line. Empty lines there are ignored (RFC 9112, 2.2).
        case blank
        /// Inside a line.
        case line
        /// After a line feed.
        case lineStart
        /// After the head. The bytes that follow are a body or another request.
        case done
    }
    private var state = State.blank

    /// True once a byte has arrived that does not belong to an empty line.
    var hasBegun: Bool {
        if case .blank = state { false } else { true }
    }

    /// Scans bytes, from `start` to the end of the head.
    /// - Returns: true when a header line begins with white space (RFC 9112, 5.2).
    mutating func detects(in bytes: Span<UInt8>, from start: Int) -> Bool {
        var index = start
        while index < bytes.count {
            switch state {
            case .done:
                return false
            case .blank:
                if bytes[index] != 0x0D, bytes[index] != 0x0A { state = .line }
                index += 1
            case .line:
                guard let feed = bytes.firstIndex(of: 0x0A, from: index) else { return false }
                state = .lineStart
                index = feed + 1
            case .lineStart:
                switch bytes[index] {
                case 0x20, 0x09: return true
                case 0x0D, 0x0A: state = .done
                default: state = .line
                }
            }
        }
        return false
    }
}

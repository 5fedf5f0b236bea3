// Finds header lines that are folded onto a next line, which llhttp would silently join.

/// A scanner over the raw bytes of one request's head, which may come in any pieces.
struct FoldGuard {
    private enum State {
        /// Before the request line; empty lines there are ignored (RFC 9112, 2.2).
        case blank
        /// Inside a line.
        case line
        /// Just behind a line feed.
        case lineStart
        /// Behind the head: what follows is a body or another request.
        case done
    }
    private var state = State.blank

    /// Whether anything but empty lines has come.
    var hasBegun: Bool {
        if case .blank = state { false } else { true }
    }

    /// Scans to the end of the head. True where a line begins with white space.
    mutating func finds(in bytes: Span<UInt8>, from start: Int) -> Bool {
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

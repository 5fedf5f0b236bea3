// Helpers of the parsers in this module for reading bytes and texts.

private import Glibc

extension Span where Element == UInt8 {
    /// True when these bytes are equal to `other` apart from ASCII case (RFC 9110, 5.1).
    /// - Parameter other: in lower case.
    func equalsIgnoringCase(_ other: StaticString) -> Bool {
        guard count == other.utf8CodeUnitCount else { return false }
        return other.withUTF8Buffer { other in
            for index in 0..<count where unsafe lowercased(self[index]) != other[index] { return false }
            return true
        }
    }

    /// True when these bytes begin with `prefix`. Case matters.
    func starts(with prefix: StaticString) -> Bool {
        guard count >= prefix.utf8CodeUnitCount else { return false }
        return prefix.withUTF8Buffer { prefix in
            for index in 0..<prefix.count where unsafe self[index] != prefix[index] { return false }
            return true
        }
    }

    /// The index of the first `byte` at or after `start`.
    func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
        guard start < count else { return nil }
        return unsafe withUnsafeBytes { bytes in
            guard let first = bytes.baseAddress, let found = unsafe memchr(first + start, Int32(byte), bytes.count - start) else {
                return nil
            }
            return unsafe UnsafeRawPointer(found) - first
        }
    }
}

extension UInt8 {
    /// True for the characters of tokens, such as methods (RFC 9110, 5.6.2).
    var isTokenCharacter: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}

extension Substring {
    /// The text without spaces and tabs at its ends.
    var trimmed: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        return start.lastIndex { $0 != " " && $0 != "\t" }.map { start[...$0] } ?? start.prefix(0)
    }
}

private func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
}

// JSONReader: parses JSON from outside the server into a `JSONValue` (RFC 8259).

extension JSONValue {
    /// The deepest nesting of arrays and objects. The parser is recursive.
    public static let depthLimit = 32

    /// Parses one JSON text. Time and memory are proportional to the number of bytes, which the caller must limit.
    /// - Throws: `JSONError` with the reason and the position. An object with two members of the same name is an error too, since parsers
    ///   differ in which one they use.
    public init(reading bytes: [UInt8]) throws(JSONError) {
        var reader = JSONReader(bytes)
        self = try reader.text()
    }
}

/// A syntax error in JSON.
public struct JSONError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason in words.
    public let reason: String
    /// The position in bytes, from 0.
    public let offset: Int

    public var description: String { "\(reason) at byte \(offset)" }
}

/// A recursive-descent parser. It reads every byte once, from left to right.
private struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func text() throws(JSONError) -> JSONValue {
        let value = try value()
        skipSpace()
        guard position == bytes.count else { throw error("something stands behind the value") }
        return value
    }

    private mutating func value() throws(JSONError) -> JSONValue {
        skipSpace()
        guard let next else { throw error("the text ends where a value should stand") }
        switch next {
        case UInt8(ascii: "{"): return .object(try members())
        case UInt8(ascii: "["): return .array(try elements())
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default:
            if take("true") { return .bool(true) }
            if take("false") { return .bool(false) }
            if take("null") { return .null }
            throw error("no value")
        }
    }

    private mutating func members() throws(JSONError) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        // Compared as bytes, since Swift treats strings with the same Unicode normal form as equal.
        var names: Set<[UInt8]> = []
        try list(endingWith: UInt8(ascii: "}")) { (reader) throws(JSONError) in
            reader.skipSpace()
            guard reader.next == UInt8(ascii: "\"") else { throw reader.error("no name of a member") }
            let name = try reader.string()
            guard names.insert(Array(name.utf8)).inserted else { throw reader.error("a second member \"\(name)\"") }
            reader.skipSpace()
            guard reader.take(":") else { throw reader.error("no colon behind the name of a member") }
            members.append(JSONValue.Member(name: name, value: try reader.value()))
        }
        return members
    }

    private mutating func elements() throws(JSONError) -> [JSONValue] {
        var elements: [JSONValue] = []
        try list(endingWith: UInt8(ascii: "]")) { (reader) throws(JSONError) in elements.append(try reader.value()) }
        return elements
    }

    /// Reads the items between brackets or braces, separated by commas.
    private mutating func list(
        endingWith end: UInt8, _ item: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        guard depth < JSONValue.depthLimit else { throw error("more than \(JSONValue.depthLimit) arrays and objects within each other") }
        depth += 1
        position += 1
        skipSpace()
        if next == end {
            position += 1
        } else {
            repeat {
                try item(&self)
                skipSpace()
            } while take(",")
            guard next == end else { throw error("no comma and no end") }
            position += 1
        }
        depth -= 1
    }

    private mutating func number() throws(JSONError) -> String {
        let start = position
        _ = take("-")
        if !take("0") { try digits() }
        if take(".") { try digits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try digits()
        }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func digits() throws(JSONError) {
        let start = position
        while let next, next.decimalDigit != nil { position += 1 }
        guard position > start else { throw error("no digit") }
    }

    private mutating func string() throws(JSONError) -> String {
        position += 1
        let start = position
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                guard let string = String(validating: text, as: UTF8.self) else {
                    throw JSONError(reason: "a string that is not UTF-8", offset: start)
                }
                position += 1
                return string
            case UInt8(ascii: "\\"): try escape(into: &text)
            case 0..<0x20: throw error("a control character in a string")
            default:
                text.append(byte)
                position += 1
            }
        }
        throw error("the text ends in a string")
    }

    private mutating func escape(into text: inout [UInt8]) throws(JSONError) {
        position += 1
        let character = next
        position += 1
        switch character {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(character ?? 0)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"):
            var code = try hexadecimal()
            if (0xD800..<0xDC00).contains(code), take("\\u") {
                let low = try hexadecimal()
                guard (0xDC00..<0xE000).contains(low) else { throw error("half of a surrogate pair") }
                code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
            }
            guard let scalar = Unicode.Scalar(code) else { throw error("half of a surrogate pair") }
            text.append(contentsOf: String(Character(scalar)).utf8)
        default: throw JSONError(reason: "no escape", offset: position - 2)
        }
    }

    private mutating func hexadecimal() throws(JSONError) -> UInt32 {
        var code: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = next?.hexadecimalDigit else { throw error("no hexadecimal digit") }
            code = code << 4 | UInt32(digit)
            position += 1
        }
        return code
    }

    private mutating func skipSpace() {
        while let next, next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 { position += 1 }
    }

    /// Skips an ASCII text when it comes next.
    /// - Returns: false, without moving, when another text comes next.
    private mutating func take(_ text: StaticString) -> Bool {
        guard bytes.span.hasPrefix(position..<bytes.count, text) else { return false }
        position += text.utf8CodeUnitCount
        return true
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func error(_ reason: String) -> JSONError { JSONError(reason: reason, offset: position) }
}

// JSONWriter: JSON (RFC 8259) as bytes. Every descriptor, list and error of the server is written with it.

/// Writes one JSON text, which `object` begins. Commas come by themselves; that keys stand only in objects, and values only behind keys
/// there, is the caller's care.
public struct JSONWriter {
    private var bytes: [UInt8] = []
    private var needsComma = false

    private init() {}

    /// The bytes of a text that is one object.
    public static func object(_ content: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object(content)
        return writer.bytes
    }

    /// Writes an object; `content` writes its fields.
    public mutating func object(_ content: (inout JSONWriter) -> Void) { nest("{", "}", content) }

    /// Writes an array; `content` writes its values.
    public mutating func array(_ content: (inout JSONWriter) -> Void) { nest("[", "]", content) }

    /// Writes a key, whose value must come next.
    public mutating func key(_ name: String) {
        value(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// A string; quotes, backslashes and control characters are escaped.
    public mutating func value(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 { escape(byte) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// A whole number.
    public mutating func value(_ number: Int) {
        separate()
        bytes.append(contentsOf: String(number).utf8)
    }

    /// The shortest text that reads back as the same number; a whole one without a point, minus zero as 0. JSON has no infinity and no NaN:
    /// they become null.
    public mutating func value(_ number: Double) {
        if let whole = Int(exactly: number), whole.magnitude < 1 << 53 { return value(whole) }
        guard number.isFinite else { return null() }
        separate()
        bytes.append(contentsOf: number.description.utf8)
    }

    /// A number that is written already, as JSON has it.
    mutating func number(_ digits: String) {
        separate()
        bytes.append(contentsOf: digits.utf8)
    }

    /// true or false.
    public mutating func value(_ flag: Bool) {
        separate()
        bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    }

    /// null.
    public mutating func null() {
        separate()
        bytes.append(contentsOf: "null".utf8)
    }

    private mutating func nest(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ content: (inout JSONWriter) -> Void) {
        separate()
        bytes.append(UInt8(ascii: open))
        needsComma = false
        content(&self)
        bytes.append(UInt8(ascii: close))
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): bytes.append(contentsOf: "\\\"".utf8)
        case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
        case 0x0A: bytes.append(contentsOf: "\\n".utf8)
        case 0x0D: bytes.append(contentsOf: "\\r".utf8)
        case 0x09: bytes.append(contentsOf: "\\t".utf8)
        case 0..<0x20:
            let digits = String(byte, radix: 16)
            bytes.append(contentsOf: (byte < 16 ? "\\u000" : "\\u00").utf8)
            bytes.append(contentsOf: digits.utf8)
        default: bytes.append(byte)
        }
    }
}

extension JSONWriter {
    /// A key and a string.
    public mutating func field(_ name: String, _ text: String) {
        key(name)
        value(text)
    }

    /// A key and a whole number.
    public mutating func field(_ name: String, _ number: Int) {
        key(name)
        value(number)
    }

    /// A key and a number.
    public mutating func field(_ name: String, _ number: Double) {
        key(name)
        value(number)
    }

    /// A key, and true or false.
    public mutating func field(_ name: String, _ flag: Bool) {
        key(name)
        value(flag)
    }

    /// A key and an object.
    public mutating func object(_ name: String, _ content: (inout JSONWriter) -> Void) {
        key(name)
        object(content)
    }

    /// A key and an array.
    public mutating func array(_ name: String, _ content: (inout JSONWriter) -> Void) {
        key(name)
        array(content)
    }
}

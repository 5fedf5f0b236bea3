// JSONWriter: writes JSON (RFC 8259) as bytes. All JSON of the server is written with it.

/// Writes one JSON text, which `object` begins. The writer inserts commas. The caller must write keys only in objects, and values in
/// objects only after a key.
public struct JSONWriter {
    private var bytes: [UInt8] = []
    private var needsComma = false

    private init() {}

    /// The bytes of a JSON text that is an object.
    /// - Parameter content: writes the fields.
    public static func object(_ content: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object(content)
        return writer.bytes
    }

    /// Writes an object.
    /// - Parameter content: writes the fields.
    public mutating func object(_ content: (inout JSONWriter) -> Void) { nest("{", "}", content) }

    /// Writes an array.
    /// - Parameter content: writes the values.
    public mutating func array(_ content: (inout JSONWriter) -> Void) { nest("[", "]", content) }

    /// Writes a key. Its value must come next.
    public mutating func key(_ name: String) {
        value(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// Writes a string. Quotation marks, backslashes and control characters are escaped.
    public mutating func value(_ text: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 { escape(byte) }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a whole number.
    public mutating func value(_ number: Int) {
        separate()
        bytes.append(contentsOf: String(number).utf8)
    }

    /// Writes a number as the shortest text that reads back as the same number. Whole numbers have no decimal point, and minus zero is 0.
    /// Infinity and NaN, which JSON lacks, become null.
    public mutating func value(_ number: Double) {
        if let whole = Int(exactly: number), whole.magnitude < 1 << 53 { return value(whole) }
        guard number.isFinite else { return null() }
        separate()
        bytes.append(contentsOf: number.description.utf8)
    }

    /// Writes a number that is already in JSON's format.
    mutating func number(_ digits: String) {
        separate()
        bytes.append(contentsOf: digits.utf8)
    }

    /// Writes true or false.
    public mutating func value(_ flag: Bool) {
        separate()
        bytes.append(contentsOf: (flag ? "true" : "false").utf8)
    }

    /// Writes null.
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
    /// Writes a key and a string.
    public mutating func field(_ name: String, _ text: String) {
        key(name)
        value(text)
    }

    /// Writes a key and a whole number.
    public mutating func field(_ name: String, _ number: Int) {
        key(name)
        value(number)
    }

    /// Writes a key and a number.
    public mutating func field(_ name: String, _ number: Double) {
        key(name)
        value(number)
    }

    /// Writes a key and true or false.
    public mutating func field(_ name: String, _ flag: Bool) {
        key(name)
        value(flag)
    }

    /// Writes a key and an object.
    public mutating func object(_ name: String, _ content: (inout JSONWriter) -> Void) {
        key(name)
        object(content)
    }

    /// Writes a key and an array.
    public mutating func array(_ name: String, _ content: (inout JSONWriter) -> Void) {
        key(name)
        array(content)
    }
}

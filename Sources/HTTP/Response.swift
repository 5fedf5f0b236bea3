// Response: a response as handlers make it, before it is encoded.

/// A header field of a response: a constant name, and a value without control characters.
public struct ResponseField: Sendable, Equatable {
    public let name: StaticString
    public let value: String

    /// A value with a control character is replaced by an empty value, since a line break would begin another field.
    public init(_ name: StaticString, _ value: String) {
        self.name = name
        self.value = value.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } ? "" : value
    }

    func has(_ name: StaticString) -> Bool { self.name.description == name.description }

    public static func == (a: ResponseField, b: ResponseField) -> Bool {
        a.has(b.name) && a.value == b.value
    }
}

/// The length of a response's body, which determines its framing (RFC 9112, 6).
public enum BodyLength: Sendable, Equatable {
    /// The whole body is in the response.
    case ofBody
    /// This number of bytes follows the head in pieces.
    case following(Int)
    /// The length is unknown. The body is sent in chunks, and to clients of HTTP/1.0 until the connection ends.
    case open
}

/// A response: status, fields and body. The encoder adds Date, Content-Length, Transfer-Encoding and Connection.
public struct Response: Sendable {
    public var status: Status
    public var fields: [ResponseField]
    public var body: [UInt8]
    public var length = BodyLength.ofBody
    /// The body compressed with gzip; nil when there is no such copy.
    public var gzippedBody: [UInt8]?

    /// The number of bytes of the body; 0 when it is unknown.
    public var byteCount: Int { if case .following(let count) = length { count } else { body.count } }

    public init(_ status: Status, fields: [ResponseField] = [], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The value of the first field of a name, compared with case; nil when there is none.
    public func value(of name: StaticString) -> String? { fields.first { $0.has(name) }?.value }

    /// Replaces the first field of the same name, or appends the field.
    public mutating func set(_ field: ResponseField) {
        if let index = fields.firstIndex(where: { $0.has(field.name) }) { fields[index] = field } else { fields.append(field) }
    }
}

// A response as handlers make it.

/// A header field of a response; a fixed name, and a value without line breaks.
public struct ResponseField: Sendable, Equatable {
    public let name: StaticString
    public let value: String

    /// A value that holds a control character (which could end the field and begin another) is replaced by an empty one.
    public init(_ name: StaticString, _ value: String) {
        self.name = name
        self.value = value.utf8.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F } ? "" : value
    }

    func has(_ name: StaticString) -> Bool { self.name.description == name.description }

    public static func == (a: ResponseField, b: ResponseField) -> Bool {
        a.has(b.name) && a.value == b.value
    }
}

/// How long a response's body is, and with that how its end is known (RFC 9112, 6).
public enum BodyLength: Sendable, Equatable {
    /// All of it is in the response.
    case ofBody
    /// So many bytes are sent behind the head.
    case following(Int)
    /// Nobody knows yet: what follows is sent in chunks, and to clients of HTTP/1.0 until the connection ends.
    case open
}

/// A response: status, fields and body. Date, Content-Length, Transfer-Encoding and Connection are the encoder's.
public struct Response: Sendable {
    public var status: Status
    public var fields: [ResponseField]
    public var body: [UInt8]
    public var length = BodyLength.ofBody
    /// The body in gzip, where that is at hand.
    public var gzippedBody: [UInt8]?

    /// Bytes of the body, as far as they are known.
    public var byteCount: Int { if case .following(let count) = length { count } else { body.count } }

    public init(_ status: Status, fields: [ResponseField] = [], body: [UInt8] = []) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The value of a field, whose name must be written as it is there.
    public func value(of name: StaticString) -> String? { fields.first { $0.has(name) }?.value }

    /// Puts a field in the place of the one of its name, or behind all others.
    public mutating func set(_ field: ResponseField) {
        if let index = fields.firstIndex(where: { $0.has(field.name) }) { fields[index] = field } else { fields.append(field) }
    }
}

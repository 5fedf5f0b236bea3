// JSONValue: a parsed JSON text (RFC 8259).

/// A JSON value from outside the server.
public indirect enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// The digits as they were written, so that a number that is only passed on does not change.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// The members in the order of the text. Names are unique.
    case object([Member])

    /// A member of an object.
    public struct Member: Hashable, Sendable {
        /// The name, without escapes.
        public let name: String
        /// The value.
        public let value: JSONValue
    }

    /// The value of a member; nil when there is no such member or this is not an object.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// The text of a string; nil for other values.
    public var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The elements of an array; nil for other values.
    public var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The members of an object; nil for other values.
    public var members: [Member]? { if case .object(let members) = self { members } else { nil } }
}

extension JSONWriter {
    /// Writes a parsed value.
    public mutating func value(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let flag): self.value(flag)
        case .number(let digits): number(digits)
        case .string(let text): self.value(text)
        case .array(let elements): array { json in for element in elements { json.value(element) } }
        case .object(let members): object { json in for member in members { json.field(member.name, member.value) } }
        }
    }

    /// Writes a key and a parsed value.
    public mutating func field(_ name: String, _ value: JSONValue) {
        key(name)
        self.value(value)
    }
}

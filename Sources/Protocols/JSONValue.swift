// JSONValue: a JSON text (RFC 8259) as a value.

/// A value of a JSON text that somebody else wrote.
public indirect enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// As it was written: nothing is lost of numbers that are only passed on.
    case number(String)
    case string(String)
    case array([JSONValue])
    /// In the order of the text. No two members have one name.
    case object([Member])

    /// A member of an object.
    public struct Member: Hashable, Sendable {
        public let name: String
        public let value: JSONValue
    }

    /// The value of an object's member; nil where there is none, or this is no object.
    public subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// What a string says; nil where it is none.
    public var text: String? { if case .string(let text) = self { text } else { nil } }

    /// The elements of an array; nil where it is none.
    public var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

    /// The members of an object; nil where it is none.
    public var members: [Member]? { if case .object(let members) = self { members } else { nil } }
}

extension JSONWriter {
    /// A value as it was read.
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

    /// A key and a value.
    public mutating func field(_ name: String, _ value: JSONValue) {
        key(name)
        self.value(value)
    }
}

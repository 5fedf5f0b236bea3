// Sidecar: the publisher's metadata about an image, in a JSON file beside it.

/// The file `IMAGE.json` beside an image, with metadata for IIIF: rights, description and services. All members are optional. Members with
/// other names are ignored.
///
/// `rights`, `service`, `label`, `summary`, `metadata` and `requiredStatement` are properties of IIIF's versions 3; a plain string is
/// accepted in place of a language map. `attribution`, `license` and `logo` are properties of version 2 and used only there.
public struct Sidecar: Hashable, Sendable {
    /// The most bytes of a sidecar.
    public static let sizeLimit = 64 << 10

    /// The URI of a licence or a rights statement.
    public let rights: String?
    /// Objects that describe services. Each has an `id` or `@id`.
    public let service: [JSONValue]
    /// A string, or an array of strings and of objects with a language.
    public let attribution: JSONValue?
    /// A URI or an array of URIs.
    public let license: JSONValue?
    /// A URI, an object, or an array of these.
    public let logo: JSONValue?
    /// A language map: an object whose members are arrays of strings.
    public let label: JSONValue?
    /// A language map.
    public let summary: JSONValue?
    /// Objects with a `label` and a `value`, both language maps.
    public let metadata: [JSONValue]
    /// An object with a `label` and a `value`, both language maps.
    public let requiredStatement: JSONValue?

    /// Parses the bytes of a sidecar. A byte order mark is ignored.
    /// - Throws: `SidecarError` with the reason.
    public init(reading bytes: [UInt8]) throws(SidecarError) {
        guard bytes.count <= Sidecar.sizeLimit else { throw SidecarError("it has more than \(Sidecar.sizeLimit) bytes") }
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(reading: hasMark ? Array(bytes.dropFirst(3)) : bytes)
        } catch {
            throw SidecarError("it is no JSON: \(error)")
        }
        guard value.members != nil else { throw SidecarError("it is no JSON object") }
        rights = try value.member("rights") { $0.text.flatMap { JSONValue.isURI($0) ? $0 : nil } }
        service = try value.member("service") { $0.isOneOrMany { ($0["id"] ?? $0["@id"])?.text != nil } ? $0.elements ?? [$0] : nil } ?? []
        attribution = try value.member("attribution") { value in
            value.isOneOrMany { $0.text != nil || $0["@value"]?.text != nil } ? value : nil
        }
        license = try value.member("license") { value in value.isOneOrMany { $0.text != nil } ? value : nil }
        logo = try value.member("logo") { value in value.isOneOrMany { $0.text != nil || $0["@id"]?.text != nil } ? value : nil }
        label = try value.member("label") { $0.languageMap }
        summary = try value.member("summary") { $0.languageMap }
        metadata = try value.member("metadata") { $0.elements.flatMap { $0.allMapped { $0.labelAndValue } } } ?? []
        requiredStatement = try value.member("requiredStatement") { $0.labelAndValue }
    }
}

/// A sidecar that cannot be used.
public struct SidecarError: Error, Hashable, Sendable {
    /// The reason in words, for the operator.
    public let reason: String

    init(_ reason: String) { self.reason = reason }
}

extension JSONValue {
    /// A member as `read` converts it; nil when there is no such member.
    /// - Throws: `SidecarError` when `read` returns nil.
    fileprivate func member<Result>(_ name: String, _ read: (JSONValue) -> Result?) throws(SidecarError) -> Result? {
        guard let value = self[name] else { return nil }
        guard let result = read(value) else { throw SidecarError("its \"\(name)\" is not what IIIF has there") }
        return result
    }

    /// True when the condition holds for all elements of an array, or for this value when it is not an array.
    fileprivate func isOneOrMany(_ holds: (JSONValue) -> Bool) -> Bool { (elements ?? [self]).allSatisfy(holds) }

    /// The value as a language map (Presentation API 3.0, section 4.1). A string is accepted in place of the map and in place of an array.
    /// Nil for anything else.
    fileprivate var languageMap: JSONValue? {
        if text != nil { return .object([Member(name: "none", value: .array([self]))]) }
        guard let members, !members.isEmpty else { return nil }
        let languages: [Member]? = members.allMapped { member in
            guard member.value.isOneOrMany({ $0.text != nil }) else { return nil }
            return Member(name: member.name, value: .array(member.value.elements ?? [member.value]))
        }
        return languages.map { .object($0) }
    }

    /// An object with a label and a value, both as language maps. Nil when one is missing or malformed.
    fileprivate var labelAndValue: JSONValue? {
        guard let label = self["label"]?.languageMap, let value = self["value"]?.languageMap else { return nil }
        return .object([Member(name: "label", value: label), Member(name: "value", value: value)])
    }

    fileprivate static func isURI(_ text: String) -> Bool {
        (text.hasPrefix("http://") || text.hasPrefix("https://")) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

extension Array {
    /// The converted elements; nil when `read` returns nil for one of them.
    fileprivate func allMapped(_ read: (Element) -> Element?) -> [Element]? {
        let mapped = compactMap(read)
        return mapped.count == count ? mapped : nil
    }
}

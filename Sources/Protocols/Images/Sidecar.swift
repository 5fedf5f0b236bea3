// Sidecar: what the people who publish an image say about it, in a JSON file beside it.

/// The file `IMAGE.json` beside an image, with what IIIF has room for: whose the image is, what it shows, and services that go with it.
/// Every member may be missing, and members of other names mean nothing.
///
/// `rights`, `service`, `label`, `summary`, `metadata` and `requiredStatement` are those of IIIF's versions 3; a plain string does for a
/// text in no particular language. `attribution`, `license` and `logo` are those of version 2, and go nowhere else.
public struct Sidecar: Hashable, Sendable {
    /// Bytes that a sidecar has at most.
    public static let sizeLimit = 64 << 10

    /// The URI of a licence or a statement of rights.
    public let rights: String?
    /// Objects, each of one service; each has an `id` or `@id`.
    public let service: [JSONValue]
    /// A string, or an array of strings and of objects that name a language.
    public let attribution: JSONValue?
    /// A URI, or an array of some.
    public let license: JSONValue?
    /// A URI, an object, or an array of them.
    public let logo: JSONValue?
    /// A language map: an object whose members are arrays of strings.
    public let label: JSONValue?
    /// A language map.
    public let summary: JSONValue?
    /// Objects of a `label` and a `value`, both language maps.
    public let metadata: [JSONValue]
    /// An object of a `label` and a `value`, both language maps.
    public let requiredStatement: JSONValue?

    /// Reads the file's bytes. A byte order mark is passed over.
    /// - Throws: what is wrong with it, for the operator.
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
    /// For the operator.
    public let reason: String

    init(_ reason: String) { self.reason = reason }
}

extension JSONValue {
    /// A member in the form that `read` gives it; nil where there is none.
    /// - Throws: where `read` gives nil.
    fileprivate func member<Result>(_ name: String, _ read: (JSONValue) -> Result?) throws(SidecarError) -> Result? {
        guard let value = self[name] else { return nil }
        guard let result = read(value) else { throw SidecarError("its \"\(name)\" is not what IIIF has there") }
        return result
    }

    /// Whether something holds for all elements of an array, or for the one value that is no array.
    fileprivate func isOneOrMany(_ holds: (JSONValue) -> Bool) -> Bool { (elements ?? [self]).allSatisfy(holds) }

    /// An object whose members are arrays of strings (Presentation API 3.0, section 4.1). A string, and one in place of an array, does.
    fileprivate var languageMap: JSONValue? {
        if text != nil { return .object([Member(name: "none", value: .array([self]))]) }
        guard let members, !members.isEmpty else { return nil }
        let languages: [Member]? = members.allMapped { member in
            guard member.value.isOneOrMany({ $0.text != nil }) else { return nil }
            return Member(name: member.name, value: .array(member.value.elements ?? [member.value]))
        }
        return languages.map { .object($0) }
    }

    /// Both as language maps.
    fileprivate var labelAndValue: JSONValue? {
        guard let label = self["label"]?.languageMap, let value = self["value"]?.languageMap else { return nil }
        return .object([Member(name: "label", value: label), Member(name: "value", value: value)])
    }

    fileprivate static func isURI(_ text: String) -> Bool {
        (text.hasPrefix("http://") || text.hasPrefix("https://")) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

extension Array {
    /// All elements as `read` gives them; nil where it gives nil for one.
    fileprivate func allMapped(_ read: (Element) -> Element?) -> [Element]? {
        let mapped = compactMap(read)
        return mapped.count == count ? mapped : nil
    }
}

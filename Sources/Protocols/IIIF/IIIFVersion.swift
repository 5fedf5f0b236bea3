// IIIFVersion: what differs between the versions of the IIIF Image API. Another version is another case in each of these tables.

/// A version of the IIIF Image API that the server speaks.
public enum IIIFVersion: Hashable, Sendable {
    /// Image API 2.1.1, https://iiif.io/api/image/2.1/
    case v2
    /// Image API 3.0, https://iiif.io/api/image/3.0/
    case v3

    /// The version that a segment of a path behind "iiif" names.
    init?(_ path: Span<UInt8>, _ segment: Range<Int>) {
        if path.matches(segment, "3") {
            self = .v3
        } else if path.matches(segment, "2") {
            self = .v2
        } else {
            return nil
        }
    }

    /// The version as paths name it.
    var segment: StaticString {
        switch self {
        case .v2: "2"
        case .v3: "3"
        }
    }

    /// The JSON-LD context of info.json.
    public var context: String {
        switch self {
        case .v2: "http://iiif.io/api/image/2/context.json"
        case .v3: "http://iiif.io/api/image/3/context.json"
        }
    }

    /// The document of the level that the server complies with.
    var profile: StaticString {
        switch self {
        case .v2: "http://iiif.io/api/image/2/level2.json"
        case .v3: "http://iiif.io/api/image/3/level2.json"
        }
    }

    /// Whether "full" is a size: the region's own, which the limits must allow.
    var hasFullSize: Bool {
        switch self {
        case .v2: true
        case .v3: false
        }
    }

    /// Whether only a size that begins with "^" may be larger than the region. Otherwise every size may, and "^" means nothing.
    var marksUpscaling: Bool {
        switch self {
        case .v2: false
        case .v3: true
        }
    }

    /// For people: the sizes there are.
    var sizeForms: String {
        switch self {
        case .v2: "full, max, \"w,\", \",h\", \"w,h\", \"!w,h\" or \"pct:n\" with numbers above 0"
        case .v3: "max (not full), \"w,\", \",h\", \"w,h\", \"!w,h\" or \"pct:n\" with numbers above 0, also behind \"^\""
        }
    }
}

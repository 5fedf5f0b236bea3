// IIIFVersion: the differences between the versions of the IIIF Image API. A new version is a new case in each of these tables.

/// A version of the IIIF Image API that the server speaks.
public enum IIIFVersion: Hashable, Sendable {
    /// Image API 2.1.1, https://iiif.io/api/image/2.1/
    case v2
    /// Image API 3.0, https://iiif.io/api/image/3.0/
    case v3

    /// Parses the path segment after "iiif".
    /// - Returns: nil for any other version.
    init?(_ path: Span<UInt8>, _ segment: Range<Int>) {
        if path.matches(segment, "3") {
            self = .v3
        } else if path.matches(segment, "2") {
            self = .v2
        } else {
            return nil
        }
    }

    /// The version as a path segment.
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

    /// The URI of the compliance level.
    var profile: StaticString {
        switch self {
        case .v2: "http://iiif.io/api/image/2/level2.json"
        case .v3: "http://iiif.io/api/image/3/level2.json"
        }
    }

    /// True when "full" is a size: the size of the region, which must be within the limits.
    var hasFullSize: Bool {
        switch self {
        case .v2: true
        case .v3: false
        }
    }

    /// True when only sizes that begin with "^" may be larger than the region. Otherwise all sizes may, and "^" is not allowed.
    var marksUpscaling: Bool {
        switch self {
        case .v2: false
        case .v3: true
        }
    }

    /// For messages: the allowed sizes.
    var sizeForms: String {
        switch self {
        case .v2: "full, max, \"w,\", \",h\", \"w,h\", \"!w,h\" or \"pct:n\" with numbers above 0"
        case .v3: "max (not full), \"w,\", \",h\", \"w,h\", \"!w,h\" or \"pct:n\" with numbers above 0, also behind \"^\""
        }
    }
}

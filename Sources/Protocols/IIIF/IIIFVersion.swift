// IIIFVersion: what differs between the versions of the IIIF Image API. Another version is another case in each of these tables.

/// A version of the IIIF Image API that the server speaks.
public enum IIIFVersion: Hashable, Sendable {
    /// Image API 3.0, https://iiif.io/api/image/3.0/
    case v3

    /// The version that a segment of a path behind "iiif" names.
    init?(_ path: Span<UInt8>, _ segment: Range<Int>) {
        guard path.matches(segment, "3") else { return nil }
        self = .v3
    }

    /// The type of the service that info.json describes.
    var serviceType: String {
        switch self {
        case .v3: "ImageService3"
        }
    }

    /// The JSON-LD context of info.json, which is also the profile of its media type.
    public var context: String {
        switch self {
        case .v3: "http://iiif.io/api/image/3/context.json"
        }
    }

    /// Reads a name of the size that is the whole region, as far as the limits allow.
    func takeWholeSize(_ text: inout ParameterScanner) -> Bool {
        switch self {
        case .v3: text.take("max")
        }
    }

    /// Whether only a size that begins with "^" may be larger than the region. Otherwise every size may, and "^" means nothing.
    var marksUpscaling: Bool {
        switch self {
        case .v3: true
        }
    }

    /// For people: the sizes there are.
    var sizeForms: String {
        switch self {
        case .v3: "max (not full), \"w,\", \",h\", \"w,h\", \"!w,h\" or \"pct:n\" with numbers above 0, also behind \"^\""
        }
    }
}

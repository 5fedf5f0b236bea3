// IIIFRequest: /iiif/{version}/{id}, …/info.json and …/{region}/{size}/{rotation}/{quality}.{format}.

/// A request of the IIIF Image API. The identifier is not decoded yet, and the image need not exist.
public struct IIIFRequest: Hashable, Sendable {
    /// The resource that is requested of an image.
    public enum Subject: Hashable, Sendable {
        /// The base URI, which redirects to info.json.
        case base
        /// info.json.
        case information
        /// The image or a part of it.
        case image(IIIFImageParameters)
    }

    /// The version of the Image API.
    public let version: IIIFVersion

    /// The range of the image's identifier in the path.
    public let identifier: Range<Int>
    /// The requested resource.
    public let subject: Subject

    /// Parses a path whose first segment is "iiif". Does not allocate unless it throws.
    /// - Throws: `RequestError` for a path of another form, an invalid parameter, and an unknown format.
    public init(_ path: Span<UInt8>, _ segments: PathSegments) throws(RequestError) {
        guard segments.count >= 3, !segments[2].isEmpty, let version = IIIFVersion(path, segments[1]) else { throw Self.unknown(path) }
        self.version = version
        identifier = segments[2]
        switch segments.count {
        case 3: subject = .base
        // Many clients write a slash at the end of the base URI.
        case 4 where segments[3].isEmpty: subject = .base
        case 4 where segments.segment(3, of: path, is: "info.json"): subject = .information
        case 7: subject = .image(try IIIFImageParameters(path, segments, version))
        default: throw Self.unknown(path)
        }
    }

    private static func unknown(_ path: Span<UInt8>) -> RequestError {
        .unknownPath(
            path,
            forms: "/iiif/3/{id}, /iiif/3/{id}/info.json, /iiif/3/{id}/manifest.json, "
                + "/iiif/3/{id}/{region}/{size}/{rotation}/{quality}.{format}, "
                + "or the same behind /iiif/2, with every \"/\" of {id} written as %2F")
    }
}

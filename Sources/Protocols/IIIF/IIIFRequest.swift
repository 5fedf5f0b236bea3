// IIIFRequest: /iiif/{version}/{id}, …/info.json and …/{region}/{size}/{rotation}/{quality}.{format}.

public import Geometry

/// A request of the IIIF Image API. The identifier is still encoded, and whether there is such an image is not known yet.
public struct IIIFRequest: Hashable, Sendable {
    /// What there is to ask of an image.
    public enum Subject: Hashable, Sendable {
        /// The image's base URI, which redirects to its information.
        case base
        /// info.json
        case information
        /// The image or a part of it, as these parameters say.
        case image(IIIFImageParameters)
    }

    public let version: IIIFVersion

    /// Where the image's identifier lies in the path.
    public let identifier: Range<Int>
    /// What is asked of it.
    public let subject: Subject

    /// Reads a path whose first segment is "iiif". Allocates nothing where it succeeds.
    /// - Throws: a path of another form, a parameter that is no such parameter, an unknown format.
    public init(_ path: Span<UInt8>, _ segments: PathSegments) throws(RequestError) {
        guard segments.count >= 3, !segments[2].isEmpty, let version = IIIFVersion(path, segments[1]) else { throw Self.unknown(path) }
        self.version = version
        identifier = segments[2]
        switch segments.count {
        case 3: subject = .base
        // With a slash behind it, too: that is how many people write a base.
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

/// The five parameters of an image request, as they were asked.
public struct IIIFImageParameters: Hashable, Sendable {
    public let version: IIIFVersion
    public let region: IIIFRegion
    public let size: IIIFSize
    public let turn: Turn
    public let quality: IIIFQuality
    public let format: ImageFormat

    init(_ path: Span<UInt8>, _ segments: PathSegments, _ version: IIIFVersion) throws(RequestError) {
        guard let region = ParameterScanner(path, segments[3]).flatMap({ IIIFRegion($0) }) else {
            throw .bad("region", path, segments[3], allowed: IIIFRegion.forms)
        }
        guard let size = ParameterScanner(path, segments[4]).flatMap({ IIIFSize($0, version: version) }) else {
            throw .bad("size", path, segments[4], allowed: version.sizeForms)
        }
        guard let turn = ParameterScanner(path, segments[5]).flatMap({ Turn($0) }) else {
            throw .bad("rotation", path, segments[5], allowed: Turn.forms)
        }
        guard let file = FileNameSegment(path, segments[6]),
            let quality = ParameterScanner(path, file.name).flatMap({ IIIFQuality($0) })
        else { throw .bad("quality", path, segments[6], allowed: IIIFQuality.forms + ", with a format behind it") }
        self.version = version
        self.region = region
        self.size = size
        self.turn = turn
        self.quality = quality
        format = try file.format(path, kind: .badRequest)
    }
}

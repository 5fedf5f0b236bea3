// IIIFImageParameters: the five parameters of an image request (Image API 3.0 and 2.1, section 4).

public import Geometry

/// The five parameters of an image request.
public struct IIIFImageParameters: Hashable, Sendable {
    /// The version of the Image API.
    public let version: IIIFVersion
    /// The requested part of the image.
    public let region: IIIFRegion
    /// The requested size, before the rotation.
    public let size: IIIFSize
    /// The mirroring and rotation.
    public let turn: Turn
    /// The quality.
    public let quality: IIIFQuality
    /// The image format.
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

// IIIFImagePlan: canonical URIs, which are equal for all requests of the same image (Image API 3.0, section 4.8; 2.1, section 4.7).

import Geometry

extension IIIFSize {
    /// The canonical form of a size of a region. It resolves to exactly that size.
    init(canonical size: PixelSize, of region: PixelRect, on grid: PyramidGrid, _ limits: IIIFLimits, _ version: IIIFVersion) {
        switch version {
        case .v2:
            if size == region.size {
                self.init(.full, version)
            } else {
                let byWidth = IIIFSize(.width(size.width), version)
                let keepsAspect = (try? byWidth.resolve(region, on: grid, limits)) == size
                self = keepsAspect ? byWidth : IIIFSize(.exact(size), version)
            }
        case .v3:
            let isLarger = size.width > region.width || size.height > region.height
            let most = IIIFSize(.max, version, isMarked: isLarger)
            let isMost = (try? most.resolve(region.size, limits)) == size
            self = isMost ? most : IIIFSize(.exact(size), version, isMarked: isLarger)
        }
    }

    fileprivate init(_ form: Form, _ version: IIIFVersion, isMarked: Bool = false) {
        self.init(form: form, isMarked: isMarked, mayUpscale: isMarked || !version.marksUpscaling)
    }
}

extension IIIFImagePlan {
    /// The value of the Link field of an answer, with its canonical URI and the compliance level. Allocates only the result.
    /// - Parameters:
    ///   - base: the base URL, without a slash at its end.
    ///   - path: the image's identifier, decoded.
    ///   - substitute: replaces slashes in the identifier.
    public func link(base: String, identifier path: String, substitute: SlashSubstitute? = nil) -> [UInt8] {
        var value: [UInt8] = []
        value.reserveCapacity(256 + base.utf8.count + 3 * path.utf8.count)
        value.append("<")
        value.append(contentsOf: base.utf8)
        value.append("/iiif/")
        value.append(version.segment)
        value.append("/")
        value.append(segmentOf: path, substitute)
        appendCanonical(to: &value)
        value.append(">; rel=\"canonical\", <")
        value.append(version.profile)
        value.append(">; rel=\"profile\"")
        return value
    }

    /// "/{region}/{size}/{rotation}/{quality}.{format}"
    private func appendCanonical(to value: inout [UInt8]) {
        if coversImage {
            value.append("/full/")
        } else {
            value.append("/")
            value.append(decimals: region.x, region.y)
            value.append(",")
            value.append(decimals: region.width, region.height)
            value.append("/")
        }
        if canonicalSize.isMarked { value.append("^") }
        switch canonicalSize.form {
        case .full: value.append("full")
        case .width(let width):
            value.append(decimal: width)
            value.append(",")
        case .exact(let size): value.append(decimals: size.width, size.height)
        default: value.append("max")
        }
        value.append("/")
        value.append(turn)
        value.append(quality.canonical)
        value.append(format.ending)
    }
}

extension IIIFQuality {
    /// For colour and grey images, "color" and "default" mean the same.
    fileprivate var canonical: StaticString {
        switch self {
        case .default, .color: "/default"
        case .gray: "/gray"
        case .bitonal: "/bitonal"
        }
    }
}

extension ImageFormat {
    fileprivate var ending: StaticString {
        switch self {
        case .jpg: ".jpg"
        case .png: ".png"
        case .webp: ".webp"
        case .avif: ".avif"
        case .gif: ".gif"
        case .tif: ".tif"
        case .jp2: ".jp2"
        }
    }
}

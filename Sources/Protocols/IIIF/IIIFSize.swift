// IIIFSize: how large the region is to be delivered (Image API 3.0, section 4.2).

public import Geometry

/// The size parameter.
public struct IIIFSize: Hashable, Sendable {
    /// The ways to say a size. Numbers are in pixels of the result and above 0.
    public enum Form: Hashable, Sendable {
        /// The region's own size. Image API 2 alone.
        case full
        /// As large as the limits allow; larger than the region only behind "^".
        case max
        /// "w,": this width, the height by the region's aspect.
        case width(Int)
        /// ",h": this height, the width by the region's aspect.
        case height(Int)
        /// "w,h": exactly this, distorted if need be.
        case exact(PixelSize)
        /// "!w,h": as large as fits into this.
        case confined(PixelSize)
        /// "pct:n": in percent of the region's sides; above 0.
        case percent(Double)
    }

    /// What was asked, without the "^".
    public let form: Form

    /// Whether "^" stands in front.
    public let isMarked: Bool

    /// Whether the result may be larger than the region.
    public let mayUpscale: Bool

    init(form: Form, isMarked: Bool, mayUpscale: Bool) {
        self.form = form
        self.isMarked = isMarked
        self.mayUpscale = mayUpscale
    }

    /// Nil where the text is no size of this version.
    init?(_ text: ParameterScanner, version: IIIFVersion) {
        var text = text
        let isMarked = version.marksUpscaling && text.take("^")
        guard let form = Self.form(&text, version), text.isAtEnd else { return nil }
        self.init(form: form, isMarked: isMarked, mayUpscale: isMarked || !version.marksUpscaling)
    }

    private static func form(_ text: inout ParameterScanner, _ version: IIIFVersion) -> Form? {
        if version.hasFullSize, text.take("full") { return .full }
        if text.take("max") { return .max }
        if text.take("pct:") { return text.decimal().flatMap { $0 > 0 ? .percent($0) : nil } }
        let isConfined = text.take("!")
        let width = text.integer()
        guard text.take(",") else { return nil }
        let height = text.integer()
        guard width != 0, height != 0 else { return nil }
        switch (width, height) {
        case (let width?, let height?):
            let size = PixelSize(width: width, height: height)
            return isConfined ? .confined(size) : .exact(size)
        case (let width?, nil): return isConfined ? nil : .width(width)
        case (nil, let height?): return isConfined ? nil : .height(height)
        case (nil, nil): return nil
        }
    }
}

extension IIIFSize: CustomStringConvertible {
    public var description: String {
        let text =
            switch form {
            case .full: "full"
            case .max: "max"
            case .width(let width): "\(width),"
            case .height(let height): ",\(height)"
            case .exact(let size): "\(size.width),\(size.height)"
            case .confined(let size): "!\(size.width),\(size.height)"
            case .percent(let percent): "pct:\(percent)"
            }
        return (isMarked ? "^" : "") + text
    }
}

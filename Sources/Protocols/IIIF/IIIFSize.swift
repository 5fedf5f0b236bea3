// IIIFSize: the requested size of the result (Image API 3.0, section 4.2).

public import Geometry

/// The size parameter.
public struct IIIFSize: Hashable, Sendable {
    /// The forms of a size. Numbers are pixels of the result, above 0.
    public enum Form: Hashable, Sendable {
        /// The size of the region. Only in Image API 2.
        case full
        /// As large as the limits allow. Larger than the region only after "^".
        case max
        /// "w,": the width. The height follows from the aspect ratio of the region.
        case width(Int)
        /// ",h": the height. The width follows from the aspect ratio of the region.
        case height(Int)
        /// "w,h": both sides. The aspect ratio may change.
        case exact(PixelSize)
        /// "!w,h": as large as fits into these sides.
        case confined(PixelSize)
        /// "pct:n": in percent of the region's sides, above 0.
        case percent(Double)
    }

    /// The form, without the "^".
    public let form: Form

    /// True when the parameter begins with "^".
    public let isMarked: Bool

    /// True when the result may be larger than the region.
    public let mayUpscale: Bool

    init(form: Form, isMarked: Bool, mayUpscale: Bool) {
        self.form = form
        self.isMarked = isMarked
        self.mayUpscale = mayUpscale
    }

    /// Parses the parameter.
    /// - Returns: nil when the text is not a size of this version.
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

// IIIFRegion: which part of the image is asked for (Image API 3.0, section 4.1).

public import Geometry

/// The region parameter.
public enum IIIFRegion: Hashable, Sendable {
    case full
    case square
    case pixels(PixelRect)

    /// In percent of the image's width and height.
    case percent(Rect)

    static let forms = "full, square, \"x,y,w,h\" in whole pixels or \"pct:x,y,w,h\", with w and h above 0"

    /// Nil where the text is no region.
    init?(_ text: ParameterScanner) {
        var text = text
        if text.take("full") {
            self = .full
        } else if text.take("square") {
            self = .square
        } else if text.take("pct:") {
            guard let x = text.decimal(), text.take(","), let y = text.decimal(), text.take(","),
                let width = text.decimal(), text.take(","), let height = text.decimal()
            else { return nil }
            self = .percent(Rect(x: x, y: y, width: width, height: height))
        } else {
            guard let x = text.integer(), text.take(","), let y = text.integer(), text.take(","),
                let width = text.integer(), text.take(","), let height = text.integer()
            else { return nil }
            self = .pixels(PixelRect(x: x, y: y, width: width, height: height))
        }
        guard text.isAtEnd else { return nil }
    }

    /// The part of an image of this size that is meant, cut off at its edges; the square is the middle one.
    /// - Throws: where no pixel of the image is left.
    func resolve(on image: PixelSize) throws(RequestError) -> PixelRect {
        let wanted: PixelRect
        switch self {
        case .full: return PixelRect(image)
        case .square:
            let side = min(image.width, image.height)
            return PixelRect(x: (image.width - side) / 2, y: (image.height - side) / 2, width: side, height: side)
        case .pixels(let rect): wanted = rect
        case .percent(let percent):
            wanted = PixelRect(
                x: Self.pixels(percent.x, of: image.width), y: Self.pixels(percent.y, of: image.height),
                width: Self.pixels(percent.width, of: image.width), height: Self.pixels(percent.height, of: image.height))
        }
        guard let region = wanted.intersection(PixelRect(image)) else {
            throw RequestError(
                .badRequest, "region", value: description,
                allowed: "at least one pixel of the image, which is \(image.width) by \(image.height)")
        }
        return region
    }

    /// A share in whole pixels. More than the image has is as good as all of it, and cannot overflow.
    private static func pixels(_ percent: Double, of extent: Int) -> Int {
        Int((min(percent, 200) * Double(extent) / 100).rounded())
    }
}

extension IIIFRegion: CustomStringConvertible {
    public var description: String {
        switch self {
        case .full: "full"
        case .square: "square"
        case .pixels(let rect): "\(rect.x),\(rect.y),\(rect.width),\(rect.height)"
        case .percent(let rect): "pct:\(rect.x),\(rect.y),\(rect.width),\(rect.height)"
        }
    }
}

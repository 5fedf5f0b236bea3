// IIIFRegion: the requested part of the image (Image API 3.0, section 4.1).

public import Geometry

/// The region parameter.
public enum IIIFRegion: Hashable, Sendable {
    /// The whole image.
    case full
    /// The largest centred square.
    case square
    /// In image pixels.
    case pixels(PixelRect)

    /// In percent of the image's width and height.
    case percent(Rect)

    /// For messages: the allowed values.
    static let forms = "full, square, \"x,y,w,h\" in whole pixels or \"pct:x,y,w,h\", with w and h above 0"

    /// Parses the parameter.
    /// - Returns: nil for any other text.
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

    /// The region in pixels of an image, cropped at its edges. `square` is the centred square.
    /// - Throws: `RequestError` when the region contains no pixel of the image.
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

    /// A percentage of an extent, rounded to whole pixels. Percentages above 200 count as 200, so that the result cannot overflow: the
    /// region is cropped to the image anyway.
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

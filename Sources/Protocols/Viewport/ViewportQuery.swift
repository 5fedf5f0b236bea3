// ViewportQuery: the parameters of a viewport in a query.

public import Geometry

/// The parameters of a viewport. They are not validated for an image yet.
public struct ViewportQuery: Hashable, Sendable {
    /// The size of the view in CSS pixels.
    public let view: Size
    /// Device pixels per CSS pixel.
    public let dpr: Double
    /// The magnification relative to the fitted image; nil for the ideal scale.
    public let scale: Double?
    /// In unit coordinates of the fitted image.
    public let anchor: Point
    /// In CSS pixels.
    public let offset: Point

    /// The smallest scale; nil for the default of `ViewportScales`.
    public let min: Double?

    /// The ideal scale; nil for the default.
    public let ideal: Double?

    /// The largest scale; nil for the default.
    public let max: Double?

    /// The colour around and behind the image; nil for the server's default.
    public let background: Colour?

    private static let names = ["width", "height", "dpr", "scale", "anchor", "offset", "min", "ideal", "max", "background"]

    /// Parses a raw query without its "?". Unknown parameters are ignored.
    /// - Throws: `RequestError` when the width or height is missing, a parameter is given twice, or a value has the wrong syntax.
    public init(_ query: Span<UInt8>) throws(RequestError) {
        let values = try QueryString.values(of: Self.names, in: query)
        guard let width = try Self.number("width", values[0]) else { throw Self.missing("width") }
        guard let height = try Self.number("height", values[1]) else { throw Self.missing("height") }
        view = Size(width: width, height: height)
        dpr = try Self.number("dpr", values[2]) ?? 1
        scale = try Self.number("scale", values[3])
        anchor = try Self.point("anchor", values[4]) ?? .centre
        offset = try Self.point("offset", values[5]) ?? .zero
        min = try Self.number("min", values[6])
        ideal = try Self.number("ideal", values[7])
        max = try Self.number("max", values[8])
        background = try Self.colour("background", values[9])
    }

    /// The viewport of an image.
    /// - Parameter image: the size of the image in pixels.
    /// - Throws: `RequestError` with the parameter that `Viewport` refuses.
    public func viewport(of image: PixelSize) throws(RequestError) -> Viewport {
        try RequestError.wrap { () throws(ViewportError) in
            try Viewport(
                image: image, view: view, dpr: dpr, scale: scale, anchor: anchor, offset: offset, min: min, ideal: ideal, max: max)
        }
    }

    private static func missing(_ name: String) -> RequestError {
        RequestError(.badRequest, name, value: nil, allowed: "a number above 0, at most 16384")
    }

    private static func number(_ name: String, _ value: String?) throws(RequestError) -> Double? {
        guard let value else { return nil }
        guard let number = Double(decimal: value[...]) else { throw RequestError(.badRequest, name, value: value, allowed: "a number") }
        return number
    }

    private static func point(_ name: String, _ value: String?) throws(RequestError) -> Point? {
        guard let value else { return nil }
        let parts = value.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, let x = Double(decimal: parts[0]), let y = Double(decimal: parts[1]) else {
            throw RequestError(.badRequest, name, value: value, allowed: "two numbers with a comma between them")
        }
        return Point(x: x, y: y)
    }

    private static func colour(_ name: String, _ value: String?) throws(RequestError) -> Colour? {
        guard let value else { return nil }
        guard let colour = Colour(name: value) else {
            throw RequestError(.badRequest, name, value: value, allowed: "RRGGBB, RRGGBBAA or transparent")
        }
        return colour
    }
}

extension Double {
    /// Parses a decimal number in JavaScript's format. Numbers beyond the range of Double become infinity.
    /// - Returns: nil for any other text, such as "nan", "inf" and hexadecimal numbers.
    fileprivate init?(decimal text: Substring) {
        guard text.utf8.allSatisfy({ $0.decimalDigit != nil || "+-.eE".utf8.contains($0) }) else { return nil }
        self.init(text)
    }
}

// ViewportQuery: the parameters of a viewport as a query gives them, and the viewport of an image that they mean.

public import Geometry

/// What a query says about a viewport. The numbers are not checked against the image yet.
public struct ViewportQuery: Hashable, Sendable {
    public let view: Size
    public let dpr: Double
    public let scale: Double?
    public let anchor: Point
    public let offset: Point
    public let min: Double?
    public let ideal: Double?
    public let max: Double?

    /// What lies around and behind the image; nil where the query leaves it to the server.
    public let background: Colour?

    private static let names = ["width", "height", "dpr", "scale", "anchor", "offset", "min", "ideal", "max", "background"]

    /// Reads a raw query, without its "?". Parameters that a viewport does not have are ignored.
    /// - Throws: a width or height that is missing, a parameter given twice, a value that is no number, pair of numbers or colour.
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

    /// The viewport of an image of this size.
    /// - Throws: where `Viewport` refuses a value, which the error names.
    public func viewport(of image: PixelSize) throws(RequestError) -> Viewport {
        do throws(ViewportError) {
            return try Viewport(
                image: image, view: view, dpr: dpr, scale: scale, anchor: anchor, offset: offset, min: min, ideal: ideal, max: max)
        } catch {
            throw RequestError(error)
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
    /// The number that a decimal text means, as JavaScript writes numbers; beyond what a Double holds, infinity. Nil for any other text,
    /// among them "nan", "inf" and hexadecimal.
    fileprivate init?(decimal text: Substring) {
        guard text.utf8.allSatisfy({ $0.decimalDigit != nil || "+-.eE".utf8.contains($0) }) else { return nil }
        self.init(text)
    }
}

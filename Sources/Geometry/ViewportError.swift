// ViewportError: which number of a viewport cannot be, and what could.

/// A viewport that was asked for and cannot be. Always the asker's mistake.
public struct ViewportError: Error, Hashable, Sendable {
    /// A parameter of a viewport, named as in a query.
    public enum Field: String, Hashable, Sendable {
        case width, height, dpr, scale, anchor, offset, min, ideal, max
    }

    public let field: Field

    /// What was given; may be infinite or no number at all.
    public let value: Double

    /// For people: the values that the field may have.
    public let allowed: String

    /// Throws unless `value` is a number within `range`.
    static func require(
        _ value: Double, _ field: Field, in range: ClosedRange<Double>, _ allowed: @autoclosure () -> String
    ) throws(ViewportError) {
        if !range.contains(value) { throw ViewportError(field: field, value: value, allowed: allowed()) }
    }
}

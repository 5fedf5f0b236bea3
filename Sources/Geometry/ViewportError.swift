// ViewportError: an invalid parameter of a viewport and its allowed values.

/// A viewport parameter with a value that is not allowed. The caller's input is at fault.
public struct ViewportError: Error, Hashable, Sendable {
    /// A parameter of a viewport, with its name in a query.
    public enum Field: String, Hashable, Sendable {
        case width, height, dpr, scale, anchor, offset, min, ideal, max
    }

    /// The parameter with the invalid value.
    public let field: Field

    /// The given value. It may be infinite or NaN.
    public let value: Double

    /// The allowed values, in words for the user.
    public let allowed: String

    /// Checks one parameter.
    /// - Throws: `ViewportError` unless `value` is a number within `range`.
    static func require(
        _ value: Double, _ field: Field, in range: ClosedRange<Double>, _ allowed: @autoclosure () -> String
    ) throws(ViewportError) {
        if !range.contains(value) { throw ViewportError(field: field, value: value, allowed: allowed()) }
    }
}

// ViewportScales: the smallest, initial and largest scale of a viewport. Scale 1 is the fitted image.

/// The bounds of a viewport's scale. Every instance has 0 < min <= ideal <= max.
public struct ViewportScales: Hashable, Sendable {
    /// The smallest scale.
    public let min: Double
    /// The scale of a viewport when none is given.
    public let ideal: Double
    /// The largest scale.
    public let max: Double

    /// The range of `min` and `max`. Within it and the ranges of `Viewport`, the arithmetic of a viewport cannot overflow.
    public static let limits = 1e-12...1e12

    /// Creates the bounds. The defaults are: min 1; max the scale at which an image pixel covers two device pixels, but at least 3; ideal
    /// 1. `ideal` is clamped to the bounds.
    /// - Parameters:
    ///   - fit: CSS pixels per image pixel at scale 1, above 0.
    ///   - dpr: device pixels per CSS pixel, above 0.
    /// - Throws: `ViewportError` when a bound is not within `limits`, min is above max, or ideal is not finite.
    public init(min: Double?, ideal: Double?, max: Double?, fit: Double, dpr: Double) throws(ViewportError) {
        let lower = min ?? 1
        let upper = max ?? Swift.min(Swift.max(3, 2 / (fit * dpr)), Self.limits.upperBound)
        let start = ideal ?? 1
        try ViewportError.require(lower, .min, in: Self.limits, "a number from 1e-12 to 1e12")
        try ViewportError.require(upper, .max, in: Self.limits, "a number from 1e-12 to 1e12")
        if lower > upper {
            if min == nil { throw ViewportError(field: .max, value: upper, allowed: "at least min, which is 1 where it is not given") }
            let origin = max == nil ? ", its default here" : ""
            throw ViewportError(field: .min, value: lower, allowed: "at most max, which is \(upper)\(origin)")
        }
        if !start.isFinite { throw ViewportError(field: .ideal, value: start, allowed: "a finite number") }
        self.min = lower
        self.max = upper
        self.ideal = Swift.min(Swift.max(start, lower), upper)
    }

    /// The scale within the bounds that is nearest to `scale`.
    public func clamp(_ scale: Double) -> Double { Swift.min(Swift.max(scale, min), max) }

    /// The fit scale: 1 clamped to the bounds.
    public var fit: Double { clamp(1) }
}

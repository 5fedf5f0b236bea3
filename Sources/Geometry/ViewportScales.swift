// ViewportScales: how far in and out a viewport may go, and where it begins. Scale 1 is the fitted image.

/// The bounds of a viewport's scale. An instance is proof that 0 < min <= ideal <= max.
public struct ViewportScales: Hashable, Sendable {
    public let min: Double
    public let ideal: Double
    public let max: Double

    /// What `min` and `max` may be. Within it, and the limits of `Viewport`, no arithmetic of a viewport overflows.
    public static let limits = 1e-12...1e12

    /// The scales asked for, with defaults for those that are nil: min 1, max what shows two device pixels for each image pixel but
    /// at least 3, ideal 1. An ideal outside the bounds becomes the nearer one.
    /// - Parameters:
    ///   - fit: CSS pixels an image pixel at scale 1, above 0.
    ///   - dpr: device pixels a CSS pixel, above 0.
    /// - Throws: where a bound is not within `limits`, min is above max, or ideal is not a finite number.
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

    /// The bound nearer to `scale`, or `scale` itself where it is within the bounds.
    public func clamp(_ scale: Double) -> Double { Swift.min(Swift.max(scale, min), max) }

    /// The scale that counts as fit: 1, or the nearer bound.
    public var fit: Double { clamp(1) }
}

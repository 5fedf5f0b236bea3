// DecayingAxis: the motion of one coordinate of the image after the fingers have released it. Friction slows the coordinate down inside its
// range; a spring pulls it back from outside.

private import Glibc

/// A coordinate in motion, in closed form, so that its resting place is known from the start. Lengths are in CSS pixels and times in
/// seconds. All arguments must be finite.
public struct DecayingAxis: Sendable {
    /// The angular frequency of the critically damped spring, per second.
    public static let stiffness = 20.0

    /// The factor by which friction reduces a speed in one millisecond.
    public static let friction = 0.998

    /// The logarithm of the factor by which friction reduces a speed in one second.
    private static let decay = 1000 * log(friction)

    /// The coordinate at rest, within the range.
    public let rest: Double

    /// The parts of the motion in order of time, each with the time in seconds at which it begins.
    private let segments: [(begin: Double, segment: Segment)]

    /// A part of the motion under one law.
    private enum Segment {
        case friction(from: Double, speed: Double)
        case spring(from: Double, speed: Double, to: Double)
    }

    /// Starts a motion.
    /// - Parameters:
    ///   - start: the coordinate at the moment of release.
    ///   - speed: in CSS pixels per second; positive when the coordinate grows.
    ///   - range: the coordinates at which the motion may come to rest.
    public init(from start: Double, speed: Double, within range: ClosedRange<Double>) {
        func clamp(_ value: Double) -> Double { min(max(value, range.lowerBound), range.upperBound) }
        var segments: [(begin: Double, segment: Segment)] = []
        var (start, speed, time) = (start, speed, 0.0)
        let bound = clamp(start)
        if start != bound {
            segments.append((time, .spring(from: start, speed: speed, to: bound)))
            let pull = speed + Self.stiffness * (start - bound)
            let turn = (bound - start) / pull
            guard turn > 0 else {
                (rest, self.segments) = (bound, segments)
                return
            }
            // The speed carries the coordinate into the range before the spring has stopped it.
            (start, speed, time) = (bound, pull * exp(-Self.stiffness * turn), turn)
        }
        segments.append((time, .friction(from: start, speed: speed)))
        let end = start - speed / Self.decay
        let wall = clamp(end)
        if wall != end {
            let hit = log1p(Self.decay * (wall - start) / speed) / Self.decay
            segments.append((time + hit, .spring(from: wall, speed: speed + Self.decay * (wall - start), to: wall)))
        }
        (rest, self.segments) = (wall, segments)
    }

    /// The coordinate at a time.
    /// - Parameter time: seconds since the release, at least 0.
    public func position(at time: Double) -> Double {
        let (begin, segment) = segments.last { $0.begin <= time } ?? segments[0]
        let elapsed = time - begin
        switch segment {
        case .friction(let start, let speed):
            return start + speed * expm1(Self.decay * elapsed) / Self.decay
        case .spring(let start, let speed, let end):
            return Self.spring(from: start, speed: speed, to: end, at: elapsed)
        }
    }

    /// The solution of the critically damped spring: the coordinate at a time.
    /// - Parameters:
    ///   - start: the coordinate at time 0.
    ///   - speed: the speed at time 0, in the coordinate's unit per second.
    ///   - end: the spring's resting place.
    ///   - time: seconds, at least 0.
    static func spring(from start: Double, speed: Double, to end: Double, at time: Double) -> Double {
        end + (start - end + (speed + stiffness * (start - end)) * time) * exp(-stiffness * time)
    }

    /// The displacement of an image that is dragged beyond a bound. It grows ever more slowly and stays below `extent`.
    /// - Parameters:
    ///   - distance: how far the fingers have gone beyond the bound, of either sign. The result has the same sign.
    ///   - extent: the length of the view along the axis, or ln 2 for the logarithm of a scale. Above 0, in the unit of `distance`.
    public static func rubberBand(_ distance: Double, extent: Double) -> Double {
        0.55 * distance * extent / (0.55 * abs(distance) + extent)
    }
}

// DecayingAxis: one coordinate of a picture that was let go. Friction slows it down within its range, a spring pulls it back from outside.

private import Glibc

/// A coordinate in motion, in closed form: its resting place is known from the start. Lengths are in CSS pixels, times in seconds, and every
/// number must be finite.
public struct DecayingAxis: Sendable {
    /// Of the critically damped spring, per second.
    public static let stiffness = 20.0

    /// What a speed is left of after a millisecond of friction.
    public static let friction = 0.998

    private static let decay = 1000 * log(friction)

    /// Where it comes to rest.
    public let rest: Double

    /// What moves it, from which time on.
    private let laws: [(begin: Double, law: Law)]

    private enum Law {
        case friction(from: Double, speed: Double)
        case spring(from: Double, speed: Double, to: Double)
    }

    /// - Parameters:
    ///   - start: where it is let go.
    ///   - speed: in CSS pixels a second, positive where the coordinate grows.
    ///   - range: where it may rest.
    public init(from start: Double, speed: Double, within range: ClosedRange<Double>) {
        func clamp(_ value: Double) -> Double { min(max(value, range.lowerBound), range.upperBound) }
        var laws: [(begin: Double, law: Law)] = []
        var (start, speed, time) = (start, speed, 0.0)
        let bound = clamp(start)
        if start != bound {
            laws.append((time, .spring(from: start, speed: speed, to: bound)))
            let pull = speed + Self.stiffness * (start - bound)
            let turn = (bound - start) / pull
            guard turn > 0 else {
                (rest, self.laws) = (bound, laws)
                return
            }
            // It was fast enough to come in.
            (start, speed, time) = (bound, pull * exp(-Self.stiffness * turn), turn)
        }
        laws.append((time, .friction(from: start, speed: speed)))
        let end = start - speed / Self.decay
        let wall = clamp(end)
        if wall != end {
            let hit = log1p(Self.decay * (wall - start) / speed) / Self.decay
            laws.append((time + hit, .spring(from: wall, speed: speed + Self.decay * (wall - start), to: wall)))
        }
        (rest, self.laws) = (wall, laws)
    }

    /// Where it is so many seconds after it was let go.
    public func position(at time: Double) -> Double {
        let (begin, law) = laws.last { $0.begin <= time } ?? laws[0]
        let elapsed = time - begin
        switch law {
        case .friction(let start, let speed):
            return start + speed * expm1(Self.decay * elapsed) / Self.decay
        case .spring(let start, let speed, let end):
            return Self.spring(from: start, speed: speed, to: end, at: elapsed)
        }
    }

    /// Where the spring alone would have something so many seconds after it was let go.
    static func spring(from start: Double, speed: Double, to end: Double, at time: Double) -> Double {
        end + (start - end + (speed + stiffness * (start - end)) * time) * exp(-stiffness * time)
    }

    /// How far a picture gives way where it is pulled a distance beyond a bound: ever less, never as far as the extent.
    /// - Parameters:
    ///   - distance: of either sign; the answer has the same.
    ///   - extent: the view's along that axis; ln 2 for the logarithm of a scale. Above 0, in the distance's unit.
    public static func rubberBand(_ distance: Double, extent: Double) -> Double {
        0.55 * distance * extent / (0.55 * abs(distance) + extent)
    }
}

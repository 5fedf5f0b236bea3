// A point or vector of the plane; x to the right, y downwards.
import Glibc

struct Point: Sendable {
    var x: Float
    var y: Float

    init(_ x: Float, _ y: Float) {
        self.x = x
        self.y = y
    }

    /// The point of a circle about the origin; the angle runs clockwise from the right, in radians.
    init(angle: Float, radius: Float = 1) {
        self.init(radius * cosf(angle), radius * sinf(angle))
    }

    var length: Float {
        (x * x + y * y).squareRoot()
    }

    /// The vector at length one; zero stays zero.
    var unit: Point {
        self * (1 / max(length, 1e-9))
    }

    /// The vector turned by a quarter clockwise.
    var perpendicular: Point {
        Point(-y, x)
    }

    func mixed(with other: Point, _ t: Float) -> Point {
        Point(x + (other.x - x) * t, y + (other.y - y) * t)
    }

    func turned(by angle: Float) -> Point {
        let (c, s) = (cosf(angle), sinf(angle))
        return Point(x * c - y * s, x * s + y * c)
    }

    static func + (a: Point, b: Point) -> Point { Point(a.x + b.x, a.y + b.y) }
    static func - (a: Point, b: Point) -> Point { Point(a.x - b.x, a.y - b.y) }
    static func * (a: Point, k: Float) -> Point { Point(a.x * k, a.y * k) }
}

/// The number a part `t` of the way from `a` to `b`.
func mix(_ a: Float, _ b: Float, _ t: Float) -> Float {
    a + (b - a) * t
}

extension Comparable {
    func clamped(to range: ClosedRange<Self>) -> Self {
        min(max(self, range.lowerBound), range.upperBound)
    }
}

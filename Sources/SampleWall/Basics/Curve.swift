// Lists of points along the simple curves that everything on the wall is made of.
import Glibc

enum Curve {
    /// A Catmull-Rom curve through all points, `steps` pieces between two of them.
    static func through(_ points: [Point], closed: Bool = false, steps: Int) -> [Point] {
        guard points.count > 2 else { return points }
        var result: [Point] = []
        let count = points.count
        let spans = closed ? count : count - 1
        result.reserveCapacity(spans * steps + 1)
        for i in 0..<spans {
            let p0 = closed ? points[(i + count - 1) % count] : points[max(i - 1, 0)]
            let p1 = points[i]
            let p2 = points[(i + 1) % count]
            let p3 = closed ? points[(i + 2) % count] : points[min(i + 2, count - 1)]
            for step in 0..<steps {
                let t = Float(step) / Float(steps)
                let a = (p2 - p0) * 0.5
                let b = p0 - p1 * 2.5 + p2 * 2 - p3 * 0.5
                let c = (p3 - p0) * 0.5 + (p1 - p2) * 1.5
                result.append(p1 + (a + (b + c * t) * t) * t)
            }
        }
        if !closed { result.append(points[count - 1]) }
        return result
    }

    /// Part of an ellipse, from one angle to another (clockwise from the right, in radians), ends included.
    static func arc(_ centre: Point, _ rx: Float, _ ry: Float, from: Float, to: Float, steps: Int) -> [Point] {
        (0...steps).map { step in
            let angle = mix(from, to, Float(step) / Float(steps))
            return Point(centre.x + rx * cosf(angle), centre.y + ry * sinf(angle))
        }
    }

    static func ellipse(_ centre: Point, _ rx: Float, _ ry: Float, steps: Int) -> [Point] {
        Array(arc(centre, rx, ry, from: 0, to: 2 * .pi, steps: steps).dropLast())
    }

    static func rectangle(_ x: Float, _ y: Float, _ width: Float, _ height: Float) -> [Point] {
        [Point(x, y), Point(x + width, y), Point(x + width, y + height), Point(x, y + height)]
    }

    /// A spiral winding inwards from radius `outer` to `inner`.
    static func spiral(_ centre: Point, outer: Float, inner: Float, from: Float, turns: Float, steps: Int) -> [Point] {
        (0...steps).map { step in
            let t = Float(step) / Float(steps)
            // Radii shrink in equal ratios, as in a shell: equal differences look mechanical.
            let radius = outer * powf(inner / outer, t)
            return centre + Point(angle: from + t * turns * 2 * .pi, radius: radius)
        }
    }

    /// The outline of a brush stroke along `spine`; `halfWidth` is asked with 0...1 along it. A closed spine ends where it began.
    static func ribbon(_ spine: [Point], closed: Bool = false, halfWidth: (Float) -> Float) -> [Point] {
        let last = spine.count - 1
        guard last > 0 else { return [] }
        var left: [Point] = []
        var right: [Point] = []
        left.reserveCapacity(2 * spine.count)
        right.reserveCapacity(spine.count)
        for i in 0...last {
            let before = i > 0 ? spine[i - 1] : closed ? spine[last - 1] : spine[0]
            let after = i < last ? spine[i + 1] : closed ? spine[1] : spine[last]
            let side = mitre(before, spine[i], after) * halfWidth(Float(i) / Float(last))
            left.append(spine[i] + side)
            right.append(spine[i] - side)
        }
        left.append(contentsOf: right.reversed())
        return left
    }

    /// The vector that leads from the middle of a stroke one unit half-wide to its edge, at the corner `b`.
    private static func mitre(_ a: Point, _ b: Point, _ c: Point) -> Point {
        let (inward, outward) = ((b - a).unit, (c - b).unit)
        let along = inward + outward
        // At a corner the edges meet further out, by the cosine of half the turn; a hairpin would meet at infinity.
        let length = along.length
        guard length > 0.2 else { return outward.perpendicular }
        let cosine = a.x == b.x && a.y == b.y || b.x == c.x && b.y == c.y ? 1 : length / 2
        return along.perpendicular * (1 / (length * max(cosine, 0.5)))
    }
}

// Curves as fine as the wall needs: their number of pieces follows from their size in pixels.
import Glibc

extension Painter {
    func curve(_ points: [Point]) -> [Point] {
        Curve.through(points, steps: steps(points))
    }

    func closed(_ points: [Point]) -> [Point] {
        Curve.through(points, closed: true, steps: steps(points))
    }

    func ellipse(_ centre: Point, _ rx: Float, _ ry: Float) -> [Point] {
        Curve.ellipse(centre, rx, ry, steps: arcSteps(max(rx, ry), 2 * .pi))
    }

    func circle(_ centre: Point, _ radius: Float) -> [Point] {
        ellipse(centre, radius, radius)
    }

    func arc(_ centre: Point, _ radius: Float, from: Float, to: Float) -> [Point] {
        Curve.arc(centre, radius, radius, from: from, to: to, steps: arcSteps(radius, to - from))
    }

    func spiral(_ centre: Point, outer: Float, inner: Float, from: Float, turns: Float) -> [Point] {
        Curve.spiral(centre, outer: outer, inner: inner, from: from, turns: turns, steps: arcSteps(outer * 0.6, turns * 2 * .pi))
    }

    private func steps(_ points: [Point]) -> Int {
        guard points.count > 1 else { return 1 }
        var length: Float = 0
        for i in 1..<points.count { length += (points[i] - points[i - 1]).length }
        return Int(length * placement.scale / Float(points.count - 1) / 10).clamped(to: 2...40)
    }

    private func arcSteps(_ radius: Float, _ angle: Float) -> Int {
        // An arc of r pixels' radius stays within a seventh of a pixel of chords that are about the square root of r long.
        let pixels = max(radius * placement.scale, 1)
        return Int(fabsf(angle) * pixels.squareRoot() * 1.1).clamped(to: 6...400)
    }
}

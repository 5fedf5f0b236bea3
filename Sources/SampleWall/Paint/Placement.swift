// A similarity of the plane: where a drawing stands, how large, turned how, and whether mirrored.

struct Placement {
    private var origin = Point(0, 0)
    private var xAxis = Point(1, 0)
    private var yAxis = Point(0, 1)
    /// Pixels of the wall to one unit of the drawing.
    private(set) var scale: Float = 1

    func apply(_ p: Point) -> Point {
        origin + xAxis * p.x + yAxis * p.y
    }

    /// The placement of a part that stands at `point` of this drawing. Mirroring is left for right, before turning.
    func placing(at point: Point, scale factor: Float, turned angle: Float, mirrored: Bool) -> Placement {
        var result = self
        let right = Point(mirrored ? -factor : factor, 0).turned(by: angle)
        let down = Point(0, factor).turned(by: angle)
        result.origin = apply(point)
        result.xAxis = xAxis * right.x + yAxis * right.y
        result.yAxis = xAxis * down.x + yAxis * down.y
        result.scale = scale * factor
        return result
    }
}

// Cutting an outline off at the borders of an upright rectangle (Sutherland and Hodgman's way: one border after the other).

struct Clip {
    var left: Float
    var top: Float
    var right: Float
    var bottom: Float

    func contains(_ p: Point) -> Bool {
        p.x >= left && p.x <= right && p.y >= top && p.y <= bottom
    }

    /// The part of the outline inside. Pieces that fall apart stay joined along the border, where they cover nothing.
    func cut(_ outline: [Point]) -> [Point] {
        if outline.allSatisfy(contains) { return outline }
        var result = cut(outline, { $0.x - left }, { Point(left, mix($0.y, $1.y, $2)) })
        result = cut(result, { right - $0.x }, { Point(right, mix($0.y, $1.y, $2)) })
        result = cut(result, { $0.y - top }, { Point(mix($0.x, $1.x, $2), top) })
        return cut(result, { bottom - $0.y }, { Point(mix($0.x, $1.x, $2), bottom) })
    }

    private func cut(_ outline: [Point], _ inside: (Point) -> Float, _ crossing: (Point, Point, Float) -> Point) -> [Point] {
        guard var previous = outline.last else { return [] }
        var result: [Point] = []
        result.reserveCapacity(outline.count + 4)
        var before = inside(previous)
        for point in outline {
            let now = inside(point)
            if (before < 0) != (now < 0) { result.append(crossing(previous, point, before / (before - now))) }
            if now >= 0 { result.append(point) }
            (previous, before) = (point, now)
        }
        return result
    }
}

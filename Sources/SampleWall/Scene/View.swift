// The plan of the view: a river, a city on a hill to the right, the sea's ships. All of the scene's places are written here.

enum View {
    /// Width and height in units of about one tile.
    static let size = Point(52, 32)
    /// Where water and sky meet.
    static let horizon: Float = 15.4
    /// The foot of the city: the edge of its quay.
    static let quay: Float = 17.3

    static let sun = Point(17.6, 5.4)

    /// The outline of the city's hill, from the water to the right border.
    static let hill = [
        Point(23.5, 15.8), Point(26.5, 14.4), Point(29, 12.4), Point(31.5, 10.6), Point(34, 8.6), Point(36.4, 7.3), Point(40, 6.9),
        Point(43.6, 7.3),
        Point(46, 8.6), Point(48.5, 9.2), Point(50.5, 8.4), Point(53, 8.0),
    ]

    /// The height of the hill's outline above a place.
    static func hillTop(_ x: Float) -> Float {
        guard let next = hill.firstIndex(where: { $0.x > x }), next > 0 else { return quay }
        let (a, b) = (hill[next - 1], hill[next])
        return mix(a.y, b.y, (x - a.x) / (b.x - a.x))
    }
}

// Roman capitals and figures as strokes of a broad pen, on a grid four wide and six high.
import Glibc

enum Lettering {
    /// The strokes of a character: points as pairs of digits, across and down; a stroke that begins with ~ is a curve, @ a full round.
    private static let strokes: [Character: String] = [
        "A": "06 20 46|14 34", "B": "00 06|~00 20 31 22 03|~03 33 44 36 06", "C": "~41 30 10 02 04 16 36 45",
        "D": "00 06|~00 20 42 44 26 06",
        "E": "40 00 06 46|03 33", "F": "40 00 06|03 33", "G": "~41 30 10 02 04 16 36 44|24 44", "I": "00 06", "J": "~30 34 26 05",
        "L": "00 06 46",
        "M": "06 00 23 40 46", "N": "06 00 46 40", "O": "@", "P": "06 00|~00 30 42 33 03", "R": "06 00|~00 30 42 33 03|23 46",
        "S": "~41 30 10 02 23 44 36 16 05", "T": "00 40|20 26", "U": "~00 04 16 36 44 40", "V": "00 26 40", "X": "00 46|40 06",
        "Z": "00 40 06 46",
        "0": "@", "1": "01 20 26", "2": "~01 20 41 33 06|06 46", "3": "~01 20 41 23|~23 44 26 05", "4": "36 30 04 44",
        "5": "40 00 03|~03 33 45 26 05", "6": "~40 13 05 26 45 33 04", "7": "00 40 16", "8": "~23 01 20 41 23 05 26 45 23",
        "9": "~42 23 01 20 42 44 26",
        ".": "26 27",
    ]

    /// Half the width of a stroke, for a weight of one: the nib is held at a slant, so it is thick downwards to the right and thin upwards.
    static func nib(_ along: Point) -> Float {
        0.22 + 0.34 * fabsf(sinf(atan2f(along.y, along.x) + 0.45))
    }

    /// The outlines of straight strokes, with a serif at every end on the line or at the height.
    static func penLines(_ points: [Point], _ weight: Float) -> [[Point]] {
        var outlines = (1..<points.count).map { i in
            let along = points[i] - points[i - 1]
            let half = weight * nib(along)
            // Pieces overlap a little, so that there are no gaps at the corners.
            let reach = along.unit * (half * 0.6)
            return Curve.ribbon([points[i - 1] - reach, points[i] + reach]) { _ in half }
        }
        for end in [points[0], points[points.count - 1]] where points.count < 4 && (end.y == 0 || end.y == 1) {
            let foot = Point(weight * 0.95, 0)
            outlines.append(Curve.ribbon([end - foot, end, end + foot]) { t in weight * (0.1 + 0.2 * (1 - fabsf(2 * t - 1))) })
        }
        return outlines
    }

    /// The strokes of a character in units of its height, from its upper left corner, and its width.
    static func strokes(of character: Character) -> (strokes: [(points: [Point], isCurve: Bool)], width: Float) {
        guard let text = strokes[character] else { return ([], 0.35) }
        if text == "@" {
            let round = Curve.ellipse(Point(0.34, 0.5), 0.34, 0.5, steps: 12)
            return ([(points: round + [round[0]], isCurve: true)], 0.68)
        }
        let parts = text.split(separator: "|").map { part in
            let points = part.drop(while: { $0 == "~" }).split(separator: " ").map { pair in
                let digits = pair.utf8.map { Float($0) - 48 }
                return Point(digits[0] / 6, digits[1] / 6)
            }
            return (points: points, isCurve: part.hasPrefix("~"))
        }
        return (parts, parts.flatMap(\.points).map(\.x).max() ?? 0)
    }
}

extension Painter {
    /// Writes a line whose middle is the origin, one unit high.
    mutating func write(_ text: String, _ paint: Paint = .line, weight: Float = 0.15) {
        let gap: Float = 0.24
        let characters = text.map { Lettering.strokes(of: $0) }
        let width = characters.reduce(-gap) { $0 + $1.width + gap }
        var x = -width / 2
        for character in characters {
            draw(at: Point(x, -0.5)) { painter in
                // One outline for the whole letter, so that crossings of its strokes do not show.
                let outlines = character.strokes.flatMap { stroke in
                    stroke.isCurve ? [painter.penCurve(stroke.points, weight)] : Lettering.penLines(stroke.points, weight)
                }
                painter.fill(outlines.flatMap { $0 + $0.prefix(1) } + outlines.reversed().compactMap(\.first), paint)
            }
            x += character.width + gap
        }
    }

    private func penCurve(_ points: [Point], _ weight: Float) -> [Point] {
        let isClosed = points[0].x == points[points.count - 1].x && points[0].y == points[points.count - 1].y
        let loop = isClosed ? closed(Array(points.dropLast())) : curve(points)
        let spine = isClosed ? loop + [loop[0]] : loop
        return Curve.ribbon(spine, closed: isClosed) { t in
            let i = min(Int(t * Float(spine.count - 1)), spine.count - 2)
            return weight * Lettering.nib(spine[i + 1] - spine[i])
        }
    }
}

// Small details hidden in sky and water: figures, and the marks of the painters.
import Glibc

extension Painter {
    mutating func hideFigures() {
        let figures = Figure.allCases
        var taken: Set<Int> = []
        for i in 0..<40 {
            // Sky and water by turns; one to a tile, well inside it.
            let column = i % 2 == 0 ? random.integer(1..<32) : random.integer(13..<51)
            let row = i % 2 == 0 ? random.integer(0..<11) : random.integer(18..<31)
            let place = Point(Float(column) + random.within(0.3...0.7), Float(row) + random.within(0.3...0.7))
            // The sun's face is no hiding place.
            guard (place - View.sun).length > 6, taken.insert(row * 100 + column).inserted else { continue }
            if i % 4 < 3 {
                draw(at: place, scale: random.within(0.09...0.15), mirrored: random.chance(0.5)) { $0.paint(figures[i % figures.count]) }
            } else {
                paintMark(at: place)
            }
        }
    }

    /// A painter's initials over a year.
    private mutating func paintMark(at place: Point) {
        let letters = Array("ABCDEFGIJLMNOPRSTV")
        let initials = "\(letters[random.integer(0..<letters.count)]). \(letters[random.integer(0..<letters.count)])."
        let year = String(random.integer(1701..<1749))
        draw(at: place, scale: 0.13) { painter in
            painter.write(initials)
            painter.draw(at: Point(0, 1.45)) { $0.write(year) }
        }
    }
}

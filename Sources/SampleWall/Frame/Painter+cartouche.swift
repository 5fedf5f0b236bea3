// The cartouche at the foot of the frame: a shield with scrolls and a shell, and the panel's title.
import Glibc

extension Painter {
    /// About fourteen units wide and five high, about the origin.
    mutating func paintCartouche() {
        for side: Float in [-1, 1] { paintScrolls(side) }
        paintShell()
        let rim = shield(scale: 1)
        fill(rim, .ochre(150, cobalt: 0, below: 30), line: 0.09)
        fill(shield(scale: 0.93), Paint(190, texture: .streaks, grain: 26), line: 0.06)
        fill(shield(scale: 0.86), Paint(4, texture: .mottle, grain: 8), line: 0.05)
        outline(shield(scale: 0.82), 0.022, .line(150))
        draw(at: Point(0, -1.12), scale: 0.42) { $0.write("VISTA DO TEJO", .line(190)) }
        draw(at: Point(0, 0.06), scale: 1.35) { $0.write("LISBOA") }
        draw(at: Point(0, 1.22), scale: 0.42) { $0.write("ANNO 1748", .line(190)) }
        for side: Float in [-1, 1] {
            draw(at: Point(4.1 * side, 0.05)) { $0.paintBlossom(0.42) }
            for y: Float in [-1.15, 1.22] {
                stroke(
                    spiral(Point(2.65 * side, y), outer: 0.24, inner: 0.05, from: side > 0 ? 0 : .pi, turns: 1.3 * side), 0.07, .line(190),
                    ends: .trailing)
                for i in 1...3 {
                    fill(circle(Point((2.8 + 0.26 * Float(i)) * side, y), 0.10 - 0.02 * Float(i)), i % 2 == 0 ? .line(190) : .ochre(200))
                }
            }
        }
    }

    private func shield(scale: Float) -> [Point] {
        let quarter = [Point(0, 2.16), Point(1.7, 1.98), Point(3.4, 2.12), Point(4.4, 1.62), Point(5.5, 1.40), Point(5.9, 0.62)]
        let right = quarter.map { Point($0.x, -$0.y) } + [Point(5.6, 0)] + quarter.dropFirst().reversed()
        let left = right.map { Point(-$0.x, -$0.y) }
        // Smaller shields keep an even margin: the ends move by as much as the long sides.
        return closed(right + left).map { Point($0.x - (1 - scale) * 2.4 * ($0.x / 6), $0.y * scale) }
    }

    private mutating func paintScrolls(_ side: Float) {
        draw(at: Point(0, 0), mirrored: side < 0) { painter in
            for (x, y, turn, size) in [
                (5.2, -1.2, -0.5, 1.9), (5.2, 1.2, 0.5, 1.9), (5.6, -0.4, -0.1, 1.7), (5.6, 0.4, 0.1, 1.7), (3.6, -1.8, -1.1, 1.5),
            ] as [(Float, Float, Float, Float)] {
                painter.draw(at: Point(x, y), turned: turn) { $0.paintLeaf(size, curl: y < 0 ? -1 : 1, tone: 70) }
            }
            for y: Float in [-1, 1] {
                let curl = painter.spiral(Point(6.05, 1.05 * y), outer: 0.85, inner: 0.12, from: -2.4 * y, turns: 1.5 * y)
                painter.stroke(curl, 0.34, .line(218), ends: .trailing)
                painter.stroke(curl, 0.20, .ochre(140), ends: .trailing)
                painter.boss(Point(6.05, 1.05 * y), 0.17, .ochre(215), line: 0.04)
            }
        }
    }

    /// A scallop shell on the upper rim.
    private mutating func paintShell() {
        for i in [0, 8, 1, 7, 2, 6, 3, 5, 4] {
            draw(at: Point(0, -1.6), turned: -.pi / 2 + 0.30 * (Float(i) - 4)) { painter in
                painter.fill(
                    painter.petal(1.55 - 0.05 * fabsf(Float(i) - 4), 0.52, belly: 0.8), i % 2 == 0 ? Paint(4, below: 40) : .ochre(150),
                    line: 0.045)
                painter.stroke([Point(0.5, 0), Point(1.35, 0)], 0.035, .line(150))
            }
        }
    }
}

// Scan conversion compared with geometry: the coverages of a shape add up to its area.
@testable import SampleWall
import Testing

/// The covered parts of each pixel, in 255ths, row after row; the outline is added `bandRows` rows at a time.
private func rasterise(_ outline: [Point], width: Int, height: Int, bandRows: Int) -> [[Int]] {
    var coverage = Coverage(width: width, rows: bandRows)
    var rows: [[Int]] = []
    for start in stride(from: 0, to: height, by: bandRows) {
        let band = start..<min(start + bandRows, height)
        coverage.add(outline[...], rows: band)
        for row in 0..<band.count {
            var sum: Float = 0
            var shares: [Int] = []
            for run in 0..<coverage.runs {
                if coverage.isTouched(row: row, run: run) {
                    let lanes = coverage.take(row: row, run: run, sum: &sum, full: 255)
                    shares += lanes.indices.map { Int(lanes[$0]) }
                } else {
                    shares += Array(repeating: Int(Coverage.share(sum, of: 255)), count: Coverage.run)
                }
            }
            coverage.finish(row: row)
            rows.append(Array(shares.prefix(width)))
        }
    }
    return rows
}

private func area(_ outline: [Point]) -> Float {
    let doubled = outline.indices.reduce(Float(0)) { sum, i in
        let (a, b) = (outline[i], outline[(i + 1) % outline.count])
        return sum + a.x * b.y - b.x * a.y
    }
    return doubled.magnitude / 2
}

private func triangle(_ random: inout RandomSource) -> [Point] {
    (0..<3).map { _ in Point(random.within(0...70), random.within(0...40)) }
}

@Suite struct CoverageTests {
    @Test("A pixel is covered by its share") func aPixelIsCoveredByItsShare() {
        let rows = rasterise(Curve.rectangle(2.25, 1.5, 3.5, 2), width: 10, height: 5, bandRows: 5)
        #expect(rows[0] == Array(repeating: 0, count: 10))
        #expect(rows[1] == [0, 0, 96, 128, 128, 96, 0, 0, 0, 0])
        #expect(rows[2] == [0, 0, 191, 255, 255, 191, 0, 0, 0, 0])
        #expect(rows[3] == rows[1])
    }

    @Test("Shares add up to the area") func sharesAddUpToTheArea() {
        var random = RandomSource(seed: 11)
        for _ in 0..<200 {
            let outline = triangle(&random)
            let total = rasterise(outline, width: 70, height: 40, bandRows: 16).joined().reduce(0, +)
            // Rounding to 255ths may be off by half of one in each pixel on an edge, of which there are at most about 220.
            #expect((Float(total) / 255 - area(outline)).magnitude < 0.5)
        }
    }

    @Test("The division into bands changes nothing") func bandsDoNotMatter() {
        var random = RandomSource(seed: 12)
        for _ in 0..<50 {
            let outline = triangle(&random)
            #expect(
                rasterise(outline, width: 70, height: 40, bandRows: 16) == rasterise(outline, width: 70, height: 40, bandRows: 3))
        }
    }

    @Test("Parts beyond the borders are cut off") func whatLiesBeyondTheBordersIsCutOff() {
        let rows = rasterise(Curve.rectangle(-50, -50, 200, 200), width: 40, height: 8, bandRows: 8)
        #expect(rows == Array(repeating: Array(repeating: 255, count: 40), count: 8))
        #expect(rasterise(Curve.rectangle(-9, 0, 5, 8), width: 40, height: 8, bandRows: 8).joined().allSatisfy { $0 == 0 })
        #expect(rasterise(Curve.rectangle(45, 0, 5, 8), width: 40, height: 8, bandRows: 8).joined().allSatisfy { $0 == 0 })
    }
}

@Suite struct ClipTests {
    @Test("Parts inside the borders are kept") func keepsWhatIsInside() {
        let clip = Clip(left: 10, top: 10, right: 50, bottom: 30)
        var random = RandomSource(seed: 13)
        for _ in 0..<200 {
            let outline = triangle(&random)
            let cut = clip.cut(outline)
            #expect(cut.allSatisfy { (9.99...50.01).contains($0.x) && (9.99...30.01).contains($0.y) })
            // The same as covering all and counting only the pixels inside.
            let inside = rasterise(outline, width: 70, height: 40, bandRows: 40)[10..<30].reduce(0) { $0 + $1[10..<50].reduce(0, +) }
            #expect((area(cut) - Float(inside) / 255).magnitude < 0.5)
        }
    }
}

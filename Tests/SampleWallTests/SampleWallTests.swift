// The wall is a pure function of its parameters: the same bytes whatever the strips, the threads and the walls before it.
import SampleWall
import Testing

/// Large enough for a ring of frame and a view, small enough for a debug build.
private let wall = SampleWall(seed: 7, columns: 8, rows: 7, tilePixels: 16)
private let whole = render(wall, 0..<wall.height)

private func render(_ wall: SampleWall, _ rows: Range<Int>) -> [UInt8] {
    var pixels: [UInt8] = []
    wall.render(rows: rows, into: &pixels)
    return pixels
}

@Suite struct SampleWallTests {
    @Test("The picture has the size of its tiles", arguments: [(1, 1, 16), (3, 2, 20), (1, 4, 33), (9, 1, 17)])
    func hasTheSizeOfItsTiles(columns: Int, rows: Int, tilePixels: Int) {
        let wall = SampleWall(seed: 1, columns: columns, rows: rows, tilePixels: tilePixels)
        #expect(wall.width == columns * tilePixels)
        #expect(wall.height == rows * tilePixels)
        #expect(render(wall, 0..<wall.height).count == wall.width * wall.height * 3)
        #expect(render(wall, wall.height - 1..<wall.height).count == wall.width * 3)
    }

    @Test("Strips are cut from one picture", arguments: [7, 16, 61])
    func stripsAreCutFromOnePicture(stripRows: Int) {
        var joined: [UInt8] = []
        for start in stride(from: 0, to: wall.height, by: stripRows) {
            joined += render(wall, start..<min(start + stripRows, wall.height))
        }
        #expect(joined == whole)
    }

    @Test("A few rows are those of the whole picture", arguments: [0..<1, 15..<17, 16..<17, 30..<35, 63..<64, 111..<112])
    func aFewRowsAreThoseOfTheWhole(rows: Range<Int>) {
        let rowBytes = wall.width * 3
        #expect(render(wall, rows) == Array(whole[rows.lowerBound * rowBytes..<rows.upperBound * rowBytes]))
    }

    @Test("Strips may be rendered at once") func stripsMayBeRenderedAtOnce() async {
        let strips = await withTaskGroup(of: (Int, [UInt8]).self) { group in
            for start in stride(from: 0, to: wall.height, by: 28) {
                group.addTask { (start, render(wall, start..<start + 28)) }
            }
            var strips: [Int: [UInt8]] = [:]
            for await (start, pixels) in group { strips[start] = pixels }
            return strips
        }
        #expect(strips.keys.sorted().flatMap { strips[$0] ?? [] } == whole)
    }

    @Test("The seed alone decides the picture") func theSeedAloneDecides() {
        let again = SampleWall(seed: 7, columns: 8, rows: 7, tilePixels: 16)
        #expect(render(again, 0..<again.height) == whole)
        let other = SampleWall(seed: 8, columns: 8, rows: 7, tilePixels: 16)
        #expect(render(other, 0..<16) != Array(whole.prefix(16 * wall.width * 3)))
    }

    @Test("A buffer of any size may be given", arguments: [0, 1, 128 * 3 * 2, 50_000])
    func anyBufferWillDo(count: Int) {
        var pixels = [UInt8](repeating: 0xAA, count: count)
        wall.render(rows: 20..<22, into: &pixels)
        #expect(pixels == render(wall, 20..<22))
    }

    @Test("No rows are no bytes") func noRowsAreNoBytes() {
        #expect(render(wall, 5..<5).isEmpty)
    }

    @Test("Rows outside the picture are a programming error") func rowsOutsideAreAProgrammingError() async {
        await #expect(processExitsWith: .failure) {
            var pixels: [UInt8] = []
            SampleWall(seed: 1, columns: 1, rows: 1, tilePixels: 16).render(rows: 10..<17, into: &pixels)
        }
    }

    @Test("The picture is painted in blue and ochre on white") func itIsPaintedInBlueAndOchreOnWhite() {
        var counts = (blue: 0, ochre: 0, white: 0)
        for i in stride(from: 0, to: whole.count, by: 3) {
            let (red, green, blue) = (Int(whole[i]), Int(whole[i + 1]), Int(whole[i + 2]))
            if blue > red + 60 { counts.blue += 1 }
            if red > blue + 60 && green > blue { counts.ochre += 1 }
            if min(red, green, blue) > 205 { counts.white += 1 }
        }
        let all = whole.count / 3
        #expect(counts.blue > all / 4)
        #expect(counts.ochre > all / 200)
        #expect(counts.white > all / 20)
    }
}

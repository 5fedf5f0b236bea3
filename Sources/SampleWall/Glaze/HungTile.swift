// How one tile hangs on the wall: which blank it was painted on, how it was fired, and how far off its place it sits.

struct HungTile: Sendable {
    var face: Int
    var palette: Int
    /// Pixels by which the picture on this tile is off to the left and up.
    var shift: (x: Int, y: Int)
    /// The column that this tile was painted for. Here and there two neighbours were set the wrong way round.
    var paintedColumn: Int

    /// The most that `shift.y` can be either way.
    static let mostShift = 2

    init(column: Int, faces: Int, palettes: Int, tilePixels: Int, _ random: inout RandomSource) {
        face = random.integer(0..<faces)
        palette = random.integer(0..<palettes)
        let range = tilePixels >= 200 ? 5 : 1
        shift = (random.integer(0..<range) - range / 2, random.integer(0..<range) - range / 2)
        paintedColumn = column
    }
}

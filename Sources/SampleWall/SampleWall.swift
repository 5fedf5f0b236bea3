// A generated picture worth zooming into: a wall of painted azulejo tiles, of any size, made from nothing but a seed.

/// A wall of Portuguese tiles: a view of a river city in cobalt blue with touches of ochre, in a frame of ornament.
///
/// The wall is a value and a pure function of its parameters. Making one paints the picture as outlines (well under a second for the
/// standard wall, and some tens of megabytes); pixels come into being only when ``render(rows:into:)`` asks for them.
public struct SampleWall: Sendable {
    /// 24,000 x 16,000 pixels: sixty by forty tiles of 400. Painted anew, in a third of a second, whenever it is asked for.
    public static var standard: SampleWall {
        SampleWall(seed: 1755, columns: 60, rows: 40, tilePixels: 400)
    }

    /// Tiles in a row.
    public let columns: Int
    /// Tiles in a column.
    public let rows: Int
    /// Width and height of a tile in pixels, its joint included.
    public let tilePixels: Int

    let painting: Painting
    let textures: BrushTextures
    let faces: [TileFace]
    let palettes: [Palette]
    let tiles: [HungTile]

    /// Width in pixels.
    public var width: Int { columns * tilePixels }
    /// Height in pixels.
    public var height: Int { rows * tilePixels }

    /// Paints a wall of `columns` x `rows` tiles, each `tilePixels` wide and high: at least one tile, of at least 16 pixels.
    public init(seed: UInt64, columns: Int, rows: Int, tilePixels: Int) {
        precondition(columns > 0 && rows > 0 && tilePixels >= 16, "a wall has tiles, and a tile at least 16 pixels")
        self.columns = columns
        self.rows = rows
        self.tilePixels = tilePixels
        var random = RandomSource(seed: seed)
        textures = BrushTextures(tilePixels: tilePixels, seed: random.next())
        faces = SampleWall.faces(count: min(48, columns * rows), tilePixels, seed: random.next())
        palettes = SampleWall.palettes(seed: random.next())
        tiles = SampleWall.hang(columns, rows, faces.count, palettes.count, tilePixels, seed: random.next())
        var painter = Painter(width: columns * tilePixels, height: rows * tilePixels, tilePixels: tilePixels, seed: random.next())
        painter.paintWall(columns: columns, rows: rows, tilePixels: tilePixels)
        painting = painter.painting
    }

    private static func faces(count: Int, _ tilePixels: Int, seed: UInt64) -> [TileFace] {
        let crackle = Crackle(tilePixels: tilePixels, seed: seed)
        let noise = Noise(seed: seed)
        var random = RandomSource(seed: seed)
        return (0..<count).map { _ in TileFace(side: tilePixels, crackle: crackle, noise: noise, seed: random.next()) }
    }

    private static func palettes(seed: UInt64) -> [Palette] {
        var random = RandomSource(seed: seed)
        return (0..<24).map { _ in
            Palette(
                warmth: random.within(-1...1), depth: random.within(0.93...1.09), brightness: random.within(0.972...1.0))
        }
    }

    private static func hang(_ columns: Int, _ rows: Int, _ faces: Int, _ palettes: Int, _ tilePixels: Int, seed: UInt64) -> [HungTile] {
        var random = RandomSource(seed: seed)
        var tiles: [HungTile] = []
        tiles.reserveCapacity(columns * rows)
        for index in 0..<columns * rows {
            var tile = HungTile(column: index % columns, faces: faces, palettes: palettes, tilePixels: tilePixels, &random)
            // The same flaws on two neighbours would catch the eye.
            let neighbours = [index - 1, index - columns].filter { $0 >= 0 }.map { tiles[$0].face }
            while faces > 2 && neighbours.contains(tile.face) { tile.face = (tile.face + 1) % faces }
            tiles.append(tile)
        }
        // The mason set two tiles of the vine the wrong way round, above and below.
        for row in [2, rows - 3] where min(columns, rows) >= 20 {
            // Left of the cartouche.
            let place = row * columns + random.integer(5..<columns / 3)
            tiles[place].paintedColumn += 1
            tiles[place + 1].paintedColumn -= 1
        }
        return tiles
    }
}

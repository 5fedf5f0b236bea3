// From pigment to pixels: each tile's strip of ink is looked up in its palette, lit by its face, and set in mortar.

extension SampleWall {
    /// Renders rows of the wall as 8-bit sRGB, three bytes a pixel, without padding.
    ///
    /// `pixels` is resized to `rows.count * width * 3` bytes where it is not that size. The result depends on the rows alone, not on
    /// how the wall was divided into strips. May be called from any number of threads at once. Strips of 16 rows or more are the most
    /// economical: a few rows above and below are painted as well. Scratch memory is about 3 bytes for each pixel of 128 rows.
    ///
    /// `rows` must lie within `0..<height`.
    public func render(rows: Range<Int>, into pixels: inout [UInt8]) {
        precondition(rows.lowerBound >= 0 && rows.upperBound <= height, "rows outside the wall")
        let rowBytes = width * 3
        if pixels.count != rows.count * rowBytes {
            pixels = Array(repeating: 0, count: rows.count * rowBytes)
        }
        var start = rows.lowerBound
        while start < rows.upperBound {
            let part = start..<min(start + 128, rows.upperBound)
            let needed = max(start - HungTile.mostShift, 0)..<min(part.upperBound + HungTile.mostShift, height)
            let sheet = InkSheet(rows: needed, of: painting, textures: textures)
            for y in part {
                let offset = (y - rows.lowerBound) * rowBytes
                for column in 0..<columns { render(y, column, sheet, into: &pixels, at: offset + column * tilePixels * 3) }
            }
            start = part.upperBound
        }
    }

    /// One row of one tile.
    private func render(_ y: Int, _ column: Int, _ sheet: InkSheet, into pixels: inout [UInt8], at offset: Int) {
        let row = y % tilePixels
        let tile = tiles[y / tilePixels * columns + column]
        let source = (y + tile.shift.y).clamped(to: sheet.rows.lowerBound...sheet.rows.upperBound - 1)
        let left = tile.paintedColumn * tilePixels + tile.shift.x
        let isYellow = sheet.hasOchre(in: left..<left + tilePixels)
        let ink = sheet.offset(ofRow: source) + left
        let lit = row * tilePixels
        let (cobalt, ochre) = (sheet.cobalt.span, sheet.ochre.span)
        let (palette, yellows) = (palettes[tile.palette], Palette.ochre)
        let (blues, filters) = (palette.cobalt.span, yellows.span)
        let face = faces[tile.face]
        let light = face.light.span
        var out = pixels.mutableSpan
        // Within bounds: ink and light by their own layouts, tables because they have an entry for each byte.
        for x in 0..<tilePixels {
            var colour = unsafe blues[unchecked: Int(cobalt[unchecked: ink + x])]
            if isYellow { colour = unsafe Palette.tinted(colour, by: filters[unchecked: Int(ochre[unchecked: ink + x])]) }
            colour &*= unsafe Lanes(light[unchecked: lit + x])
            let place = offset + 3 * x
            unsafe out[unchecked: place] = UInt8(truncatingIfNeeded: colour &>> 8)
            unsafe out[unchecked: place + 1] = UInt8(truncatingIfNeeded: colour &>> 24)
            unsafe out[unchecked: place + 2] = UInt8(truncatingIfNeeded: colour &>> 40)
        }
        SampleWall.set(face.mortar, row, into: &pixels, at: offset)
    }

    private static func set(_ mortar: Mortar, _ row: Int, into pixels: inout [UInt8], at offset: Int) {
        for pixel in mortar.pixels[mortar.rowStarts[row]..<mortar.rowStarts[row + 1]] {
            let place = offset + 3 * Int(pixel.x)
            let alpha = Int(pixel.alpha)
            let blend = { (old: UInt8, new: UInt8) in UInt8((Int(old) * (255 - alpha) + Int(new) * alpha) / 255) }
            pixels[place] = blend(pixels[place], pixel.red)
            pixels[place + 1] = blend(pixels[place + 1], pixel.green)
            pixels[place + 2] = blend(pixels[place + 2], pixel.blue)
        }
    }
}

// From pigment to pixels: each tile's strip of ink is looked up in its palette, lit by its face, and set in mortar.

extension SampleWall {
    /// Renders rows of the wall as 8-bit sRGB, three bytes a pixel, without padding.
    ///
    /// `pixels` is resized to `rows.count * width * 3` bytes where it is not that size. The result depends on the rows alone, not on
    /// how the wall was divided into strips. May be called from any number of threads at once. Strips of 64 rows or more are the most
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
        let face = faces[tile.face]
        let source = (y + tile.shift.y).clamped(to: sheet.rows.lowerBound...sheet.rows.upperBound - 1)
        let left = tile.paintedColumn * tilePixels + tile.shift.x
        let ink = sheet.offset(ofRow: source) + left
        let count = tilePixels
        let yellow = sheet.hasOchre(in: left..<left + count)
        unsafe pixels.withUnsafeMutableBufferPointer { pixels in
            unsafe sheet.withPlanes { cobalt, ochre in
                unsafe palettes[tile.palette].cobalt.withUnsafeBufferPointer { blues in
                    unsafe Palette.ochre.withUnsafeBufferPointer { ochres in
                        unsafe face.light.withUnsafeBufferPointer { light in
                            guard let out = pixels.baseAddress, let light = light.baseAddress else { return }
                            guard let blues = blues.baseAddress, let ochres = ochres.baseAddress else { return }
                            let target = unsafe out + offset
                            let lit = unsafe light + row * count
                            if yellow {
                                for x in 0..<count {
                                    let colour = unsafe SampleWall.tinted(blues[Int(cobalt[ink + x])], by: ochres[Int(ochre[ink + x])])
                                    unsafe SampleWall.store(colour &* Lanes(lit[x]), target + 3 * x)
                                }
                            } else {
                                for x in 0..<count {
                                    unsafe SampleWall.store(blues[Int(cobalt[ink + x])] &* Lanes(lit[x]), target + 3 * x)
                                }
                            }
                        }
                    }
                }
            }
        }
        SampleWall.set(face.mortar, row, into: &pixels, at: offset)
    }

    private static func tinted(_ colour: Lanes, by filter: Lanes) -> Lanes {
        let red = ((colour & 0xFFFF) &* (filter & 0xFFFF)) &>> 8
        let green = (((colour &>> 16) & 0xFFFF) &* ((filter &>> 16) & 0xFFFF)) &>> 8
        let blue = (((colour &>> 32) & 0xFFFF) &* ((filter &>> 32) & 0xFFFF)) &>> 8
        return red | green &<< 16 | blue &<< 32
    }

    private static func store(_ lit: Lanes, _ target: UnsafeMutablePointer<UInt8>) {
        unsafe target[0] = UInt8(truncatingIfNeeded: lit &>> 8)
        unsafe target[1] = UInt8(truncatingIfNeeded: lit &>> 24)
        unsafe target[2] = UInt8(truncatingIfNeeded: lit &>> 40)
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

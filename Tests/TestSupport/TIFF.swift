// TIFF files made by hand, without compression.

/// A grey TIFF with a page for each size; in tiles of `tileSize` pixels where that is given, else in one strip.
public func tiff(_ sizes: [(width: Int, height: Int)], tileSize: Int? = nil) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    var file = Array("II".utf8) + little(42, 2) + little(0, 4)
    var link = 4
    for (width, height) in sizes {
        let pieces = tileSize.map { ((width + $0 - 1) / $0) * ((height + $0 - 1) / $0) } ?? 1
        let pieceCount = tileSize.map { $0 * $0 } ?? width * height
        let pixels = file.count
        file += [UInt8](repeating: 100, count: pieces * pieceCount)
        file += [UInt8](repeating: 0, count: file.count % 2)
        // Lists of places and lengths stand apart, unless there is only one of each.
        let places = file.count
        if pieces > 1 {
            for piece in 0..<pieces { file += little(pixels + piece * pieceCount, 4) }
            for _ in 0..<pieces { file += little(pieceCount, 4) }
        }
        let (offsets, counts) = pieces > 1 ? (places, places + 4 * pieces) : (pixels, pieceCount)
        var tags = [(256, 1, width), (257, 1, height), (258, 1, 8), (259, 1, 1), (262, 1, 1), (277, 1, 1)]
        if let tileSize {
            tags += [(322, 1, tileSize), (323, 1, tileSize), (324, pieces, offsets), (325, pieces, counts)]
        } else {
            tags += [(273, 1, offsets), (278, 1, height), (279, 1, counts)]
        }
        file.replaceSubrange(link..<link + 4, with: little(file.count, 4))
        file += little(tags.count, 2)
        for (tag, count, value) in tags.sorted(by: { $0.0 < $1.0 }) {
            file += little(tag, 2) + little(4, 2) + little(count, 4) + little(value, 4)
        }
        link = file.count
        file += little(0, 4)
    }
    return file
}

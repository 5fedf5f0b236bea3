// TIFF files, written byte by byte.

/// A TIFF with one page for each size.
/// - Parameters:
///   - tileSize: the side of the tiles in pixels; nil for one strip per page.
///   - jpeg: a JPEG in colour of a tile's size, which becomes every tile; nil for grey pixels without compression.
public func tiff(_ sizes: [(width: Int, height: Int)], tileSize: Int? = nil, jpeg: [UInt8]? = nil) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    var file = Array("II".utf8) + little(42, 2) + little(0, 4)
    var link = 4
    for (width, height) in sizes {
        let pieces = tileSize.map { ((width + $0 - 1) / $0) * ((height + $0 - 1) / $0) } ?? 1
        let piece = jpeg ?? [UInt8](repeating: 100, count: tileSize.map { $0 * $0 } ?? width * height)
        let pixels = file.count
        for _ in 0..<pieces { file += piece }
        file += [UInt8](repeating: 0, count: file.count % 2)
        // The lists of offsets and lengths are outside the directory, unless there is only one of each.
        let places = file.count
        if pieces > 1 {
            for index in 0..<pieces { file += little(pixels + index * piece.count, 4) }
            for _ in 0..<pieces { file += little(piece.count, 4) }
        }
        let (offsets, counts) = pieces > 1 ? (places, places + 4 * pieces) : (pixels, piece.count)
        var tags = [(256, 4, 1, width), (257, 4, 1, height)]
        if jpeg == nil {
            tags += [(258, 4, 1, 8), (259, 4, 1, 1), (262, 4, 1, 1), (277, 4, 1, 1)]
        } else {
            tags += [(258, 3, 3, file.count), (259, 4, 1, 7), (262, 4, 1, 6), (277, 4, 1, 3)]
            for _ in 0..<3 { file += little(8, 2) }
        }
        if let tileSize {
            tags += [(322, 4, 1, tileSize), (323, 4, 1, tileSize), (324, 4, pieces, offsets), (325, 4, pieces, counts)]
        } else {
            tags += [(273, 4, 1, offsets), (278, 4, 1, height), (279, 4, 1, counts)]
        }
        file.replaceSubrange(link..<link + 4, with: little(file.count, 4))
        file += little(tags.count, 2)
        for (tag, type, count, value) in tags.sorted(by: { $0.0 < $1.0 }) {
            file += little(tag, 2) + little(type, 2) + little(count, 4) + little(value, 4)
        }
        link = file.count
        file += little(0, 4)
    }
    return file
}

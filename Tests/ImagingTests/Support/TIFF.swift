// TIFF: writes TIFF files by hand, of the kinds that the library's own writer does not make.
import Geometry

/// A TIFF to be, with one or more directories.
struct TIFF {
    /// One directory with its pixels.
    struct Page {
        var size: PixelSize
        var samples: Int
        var bits = 8
        /// 1 unsigned, 2 signed, 3 floating point.
        var sampleFormat = 1
        /// 0 white is zero, 1 black is zero, 2 RGB, 5 CMYK, 6 YCbCr.
        var photometric: Int
        /// 1 none, 7 JPEG.
        var compression = 1
        var tileSize: PixelSize?
        /// One strip, or the tiles from left to right and top to bottom.
        var chunks: [[UInt8]]
        var orientation: Int?
        /// Tag 254: 1 a reduced copy, 4 a mask.
        var kind: Int?
        var profile: [UInt8] = []
        /// The abbreviated JPEG that all chunks share.
        var tables: [UInt8] = []
        var subPages: [Page] = []
    }

    var pages: [Page]
    var isBig = false
    var littleEndian = true

    init(pages: [Page]) { self.pages = pages }

    init(_ picture: Picture, tile: Int? = nil) { pages = [Page(picture, tile: tile)] }

    func bytes() -> [UInt8] {
        var writer = Writer(isBig: isBig, littleEndian: littleEndian)
        writer.number(littleEndian ? 0x4949 : 0x4d4d, 2)
        writer.number(isBig ? 43 : 42, 2)
        if isBig {
            writer.number(8, 2)
            writer.number(0, 2)
        }
        var link = writer.bytes.count
        writer.offset(0)
        for page in pages {
            let children = page.subPages.map { writer.directory($0, children: []).start }
            let (start, next) = writer.directory(page, children: children)
            writer.patch(link, start)
            link = next
        }
        return writer.bytes
    }

    private struct Writer {
        let isBig: Bool
        let littleEndian: Bool
        var bytes: [UInt8] = []

        init(isBig: Bool, littleEndian: Bool) { (self.isBig, self.littleEndian) = (isBig, littleEndian) }

        private func encoded(_ value: Int, _ size: Int) -> [UInt8] {
            let little = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return littleEndian ? little : little.reversed()
        }

        mutating func number(_ value: Int, _ size: Int) { bytes += encoded(value, size) }

        mutating func offset(_ value: Int) { number(value, isBig ? 8 : 4) }

        mutating func patch(_ place: Int, _ value: Int) {
            let size = isBig ? 8 : 4
            bytes.replaceSubrange(place..<place + size, with: encoded(value, size))
        }

        /// Writes pixels and directory; `next` is the place of the link to the following one.
        mutating func directory(_ page: Page, children: [Int]) -> (start: Int, next: Int) {
            let offsets = page.chunks.map { chunk -> Int in
                defer { bytes += chunk }
                return bytes.count
            }
            let blobs = [34675: page.profile, 347: page.tables].filter { !$0.value.isEmpty }
            let long = isBig ? 16 : 4
            var entries: [(tag: Int, type: Int, values: [Int])] = [
                (256, 4, [page.size.width]), (257, 4, [page.size.height]), (258, 3, Array(repeating: page.bits, count: page.samples)),
                (259, 3, [page.compression]), (262, 3, [page.photometric]), (277, 3, [page.samples]),
                (339, 3, Array(repeating: page.sampleFormat, count: page.samples)),
            ]
            if let kind = page.kind { entries.append((254, 4, [kind])) }
            if let orientation = page.orientation { entries.append((274, 3, [orientation])) }
            if let tile = page.tileSize {
                entries += [
                    (322, 3, [tile.width]), (323, 3, [tile.height]), (324, long, offsets), (325, long, page.chunks.map(\.count)),
                ]
            } else {
                entries += [(273, long, offsets), (278, 4, [page.size.height]), (279, long, page.chunks.map(\.count))]
            }
            if page.photometric == 2 && page.samples == 4 { entries.append((338, 3, [2])) }
            if page.photometric == 1 && page.samples == 2 { entries.append((338, 3, [2])) }
            if !children.isEmpty { entries.append((330, long, children)) }
            for tag in blobs.keys.sorted() { entries.append((tag, 7, [])) }
            entries.sort { $0.tag < $1.tag }

            // What does not fit into its entry goes before the directory.
            let sizes = [3: 2, 4: 4, 7: 1, 16: 8]
            var places: [Int: Int] = [:]
            for entry in entries where entry.values.count * sizes[entry.type]! > (isBig ? 8 : 4) {
                places[entry.tag] = bytes.count
                for value in entry.values { number(value, sizes[entry.type]!) }
            }
            for (tag, blob) in blobs.sorted(by: { $0.key < $1.key }) {
                places[tag] = bytes.count
                bytes += blob
            }
            if bytes.count % 2 == 1 { bytes.append(0) }
            let start = bytes.count
            number(entries.count, isBig ? 8 : 2)
            for entry in entries {
                number(entry.tag, 2)
                number(entry.type, 2)
                offset(blobs[entry.tag]?.count ?? entry.values.count)
                let field = bytes.count + (isBig ? 8 : 4)
                if let place = places[entry.tag] {
                    offset(place)
                } else {
                    for value in entry.values { number(value, sizes[entry.type]!) }
                    while bytes.count < field { bytes.append(0) }
                }
            }
            defer { offset(0) }
            return (start, bytes.count)
        }
    }
}

extension TIFF.Page {
    /// A picture as it is, in one strip, or in square tiles filled up with zeros.
    init(_ picture: Picture, tile: Int? = nil) {
        let photometric = picture.bands < 3 ? 1 : 2
        self.init(size: picture.size, samples: picture.bands, photometric: photometric, chunks: [picture.bytes])
        guard let tile else { return }
        tileSize = PixelSize(width: tile, height: tile)
        chunks = picture.tiles(tile).map(\.bytes)
    }
}

extension Picture {
    /// Square tiles from left to right and top to bottom; beyond the edges there are zeros.
    func tiles(_ side: Int) -> [Picture] {
        (0..<(height + side - 1) / side).flatMap { row in
            (0..<(width + side - 1) / side).map { column in
                Picture(width: side, height: side, bands: bands) { x, y, band in
                    let (x, y) = (column * side + x, row * side + y)
                    return x < width && y < height ? self[x, y, band] : 0
                }
            }
        }
    }
}

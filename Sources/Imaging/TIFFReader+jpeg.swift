// The JPEG streams inside a TIFF, and whether they are whole. libjpeg warns of broken data and paints it grey; of a stream inside a TIFF
// libvips notes such a warning only where the whole process notes its complaints, so that nobody can tell whose it was.
internal import Geometry
private import CVips

extension TIFFReader {
    /// Decodes the tiles of a directory that meet a region, or all strips, and throws `damaged` where the decoder as much as warns.
    func checkJPEG(at directory: Int, meeting region: PixelRect) throws(ImagingError) {
        guard let entries = try entries(at: directory) else { throw .damaged(reason: "no directory can be read") }
        let tables = try entries.data(.jpegTables, limit: 1 << 16)
        let isTiled = entries.has(.tileOffsets)
        for index in try isTiled ? tiles(of: entries, meeting: region) : strips(of: entries) {
            let offset = try entries.numbers(isTiled ? .tileOffsets : .stripOffsets, from: index, count: 1).first ?? 0
            let count = try entries.numbers(isTiled ? .tileByteCounts : .stripByteCounts, from: index, count: 1).first ?? 0
            try check(file.bytes(at: offset, count: count), tables)
        }
    }

    private func strips(of entries: TIFFEntries) throws(ImagingError) -> [Int] {
        var count = 0
        while try !entries.numbers(.stripOffsets, from: count, count: 1).isEmpty { count += 1 }
        return Array(0..<count)
    }

    /// The numbers of tiles, which lie from left to right and from top to bottom.
    private func tiles(of entries: TIFFEntries, meeting region: PixelRect) throws(ImagingError) -> [Int] {
        let sides = try [entries.number(.width), entries.number(.height), entries.number(.tileWidth), entries.number(.tileHeight)]
        let (width, height, tileWidth, tileHeight) = (sides[0] ?? 0, sides[1] ?? 0, sides[2] ?? 0, sides[3] ?? 0)
        guard [width, height, tileWidth, tileHeight].allSatisfy({ (1...Int(Int32.max)).contains($0) }),
            let inside = region.intersection(PixelRect(x: 0, y: 0, width: width, height: height))
        else { return [] }
        let across = (width + tileWidth - 1) / tileWidth
        return (inside.y / tileHeight...(inside.maxY - 1) / tileHeight).flatMap { row in
            (inside.x / tileWidth...(inside.maxX - 1) / tileWidth).map { column in row * across + column }
        }
    }

    /// A stream of a TIFF lacks the tables that are the same for all; before its own first marker they make it a JPEG of its own.
    private func check(_ stream: [UInt8], _ tables: [UInt8]) throws(ImagingError) {
        let whole = tables.count > 4 && stream.count > 2 ? tables.dropLast(2) + stream.dropFirst(2) : stream
        let (_, warnings) = try VipsLog.countingWarnings { () throws(ImagingError) in
            _ = try ImageHandle.decoding(whole, failOn: Loader.jpeg.failOn)
        }
        try Loader.jpeg.judge(warnings: warnings)
    }
}

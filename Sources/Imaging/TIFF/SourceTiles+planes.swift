// The planes of the JPEG tiles of a file.
internal import Geometry

extension SourceTiles {
    /// The JPEG tiles that meet a region, to be decoded as planes. Decoding also checks a tile, and the finding is kept.
    func planarTiles(meeting region: PixelRect) -> [PlanarTile] {
        guard let head else { return [] }
        return cells(meeting: region).map { column, row in
            let index = row * columns + column
            return PlanarTile(
                room: PixelRect(
                    x: column * tileSize.width, y: row * tileSize.height, width: tileSize.width, height: tileSize.height),
                read: { [self] () throws(ImagingError) in
                    guard !isVoid(index) else { throw .unreadable(reason: "a tile has no pixels") }
                    return try TileJPEG(head, bytes(index))
                },
                judge: { [self] (header, behind) throws(ImagingError) in
                    try checkSize(index, header)
                    guard header.colours == directory.jpegColours else { throw .unreadable(reason: "a tile has other colours") }
                    try keep(passes(header, behind: behind), index)
                })
        }
    }
}

// The planes of stored JPEG tiles.
internal import Geometry

extension StoredTiles {
    /// The JPEG tiles that meet a region, to be decoded as planes. What is found out of a tile by that is kept.
    func planarTiles(meeting region: PixelRect) -> [PlanarTile] {
        guard let head, let inside = region.intersection(PixelRect(size)) else { return [] }
        var found: [PlanarTile] = []
        for row in inside.y / tileSize.height...(inside.maxY - 1) / tileSize.height {
            for column in inside.x / tileSize.width...(inside.maxX - 1) / tileSize.width {
                let index = row * columns + column
                let room = PixelRect(
                    x: column * tileSize.width, y: row * tileSize.height, width: tileSize.width, height: tileSize.height)
                found.append(
                    PlanarTile(
                        room: room,
                        read: { [self] () throws(ImagingError) in
                            guard !isVoid(index) else { throw .unsupported(reason: "a tile has no pixels") }
                            return try StoredJPEG(head, bytes(index))
                        },
                        judge: { [self] (header, behind) throws(ImagingError) in
                            try checkSize(index, header)
                            guard header.colours == directory.jpegColours else { throw .unsupported(reason: "a tile has other colours") }
                            try keep(passes(header, behind: behind), index)
                        }))
            }
        }
        return found
    }
}

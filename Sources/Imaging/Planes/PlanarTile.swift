// PlanarTile: a JPEG tile of a level, which is decoded as planes to its place among others.
internal import Geometry

/// One JPEG tile of a level.
struct PlanarTile: Sendable {
    /// The rectangle that decoding may overwrite, in the level's pixels.
    let room: PixelRect
    /// Reads the tile. Throws if it cannot be read or is no JPEG.
    let read: @Sendable () throws(ImagingError) -> TileJPEG
    /// Called after the JPEG was decoded without a warning, with the number of bytes behind its end. Throws if the JPEG does not fit its
    /// place.
    let judge: @Sendable (_ header: TileJPEG.Header, _ behind: Int) throws(ImagingError) -> Void
}

extension PlanarTile {
    /// A JPEG file as a tile.
    init(place: PixelRect, bytes: [UInt8]) {
        func whole(_ extent: Int) -> Int { (extent + 15) & ~15 }
        room = PixelRect(x: place.x, y: place.y, width: whole(place.width), height: whole(place.height))
        read = { () throws(ImagingError) in
            try TileJPEG(TileJPEG.Head(tables: [], transform: nil), bytes)
        }
        judge = { (header, _) throws(ImagingError) in
            guard header.size == place.size else { throw .damaged(reason: "a tile has another size than its place") }
        }
    }
}

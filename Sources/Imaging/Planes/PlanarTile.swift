// PlanarTile: a JPEG that is part of a level, to be decoded as planes to its place among others.
internal import Geometry

/// One tile of a level.
struct PlanarTile: Sendable {
    /// What decoding it may overwrite, in the level's pixels.
    let room: PixelRect
    /// Throws where it cannot be read, or is no JPEG.
    let read: @Sendable () throws(ImagingError) -> TileJPEG
    /// Is told of a JPEG that was decoded without a complaint, with how many bytes were left behind its end. Throws where it is none for
    /// its place.
    let judge: @Sendable (_ header: TileJPEG.Header, _ behind: Int) throws(ImagingError) -> Void
}

extension PlanarTile {
    /// A tile that stands by itself.
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

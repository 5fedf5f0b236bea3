// PlanarMosaic: JPEG tiles, decoded as planes side by side by several threads.
internal import Geometry
private import Synchronization

/// The planes of the tiles that meet a region.
final class PlanarMosaic: Sendable {
    /// The rectangle of the strip, in the level's pixels.
    let place: PixelRect
    /// The planes; complete after `decode` has returned true.
    let strip: Strip
    private let tiles: [PlanarTile]
    private let isGivenUp = Atomic(false)
    private let passing = Mutex<ImagingError?>(nil)

    /// Pixels of a mosaic at most. Each takes up to three bytes of memory.
    static let maximumPixels = 1 << 24

    /// Nil if the tiles cannot be decoded to planes of one kind, or would take too much memory. Rendering by steps then gives the image, or
    /// the error.
    /// - Throws: transient errors only, as `decode` does.
    init?(_ tiles: [PlanarTile]) throws(ImagingError) {
        guard let first = tiles.first else { return nil }
        let header: TileJPEG.Header
        do throws(ImagingError) { header = try first.read().header() } catch {
            if error.isTransient { throw error }
            return nil
        }
        guard let layout = header.layout else { return nil }
        let place = tiles.reduce(first.room) { $0.union($1.room) }
        guard place.size.area <= Self.maximumPixels,
            tiles.allSatisfy({ ($0.room.x | $0.room.y | $0.room.width | $0.room.height) & 15 == 0 }),
            // The tiles cover the place without a gap.
            tiles.reduce(0, { $0 + $1.room.size.area }) == place.size.area
        else { return nil }
        self.tiles = tiles
        self.place = place
        strip = Strip(layout: layout, width: place.width, capacity: place.height)
        strip.begin(rows: place.height)
    }

    /// Decodes all tiles, and returns whether all are whole: a tile that is decoded without a warning is whole. On the threads of `sharing`.
    /// - Throws: transient errors, which are no damage of a tile. Rendering by steps would then give other bytes, so it is not tried.
    func decode(_ sharing: WorkSharing) throws(ImagingError) -> Bool {
        sharing(tiles.count) { [self] number in
            guard !isGivenUp.load(ordering: .relaxed) else { return }
            let tile = tiles[number]
            let room = PixelRect(
                x: tile.room.x - place.x, y: tile.room.y - place.y, width: tile.room.width, height: tile.room.height)
            do throws(ImagingError) {
                let (header, behind) = try tile.read().decode(into: strip, room: room)
                try tile.judge(header, behind)
            } catch {
                isGivenUp.store(true, ordering: .relaxed)
                if error.isTransient { passing.withLock { $0 = error } }
            }
        }
        if let error = passing.withLock({ $0 }) { throw error }
        return !isGivenUp.load(ordering: .relaxed)
    }
}

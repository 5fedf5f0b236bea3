// The pixels that a product is rendered from: the source itself, a level of the source, or tiles of the pyramid.

internal import Building
internal import Geometry
internal import Imaging
internal import Library
internal import PyramidFormat
internal import System

extension Renderer {
    /// Renders from the picture at a level of the grid.
    /// - Parameters:
    ///   - part: the pixels that can be used, at least, in the level's own pixels.
    ///   - render: gets the level, whose size differs from the grid's where the file holds the level in another size.
    func withLevel(
        _ level: Int, part: PixelRect, _ job: Job, _ render: (LevelImage) throws(ImagingError) -> [UInt8]
    ) throws(TileError) -> Outcome {
        let record = job.record
        if let index = record.sourceLevel(for: level) {
            return try decoding(record) { () throws(ImagingError) in .rendered(try render(readers.reader(of: record).levels[index])) }
        }
        let side = record.grid.tileSize
        var addresses: [TileAddress] = []
        for row in part.y / side...(part.maxY - 1) / side {
            for column in part.x / side...(part.maxX - 1) / side {
                addresses.append(TileAddress(level: level, column: column, row: row))
            }
        }
        // The tiles are decoded at once, side by side. Asked before they are there: a region that needs too much is refused without a build.
        let need = addresses.count * side * side * (record.tiles.hasAlpha ? 4 : 3)
        guard job.hasMemory || need <= ImageDescription.commonBytes else { return .needsMemory(need) }
        guard let stored = try pyramids.storedTiles(addresses, of: record) else { return .needsTiles(addresses) }
        var tiles: [(place: PixelRect, bytes: [UInt8])] = []
        for (address, tile) in zip(addresses, stored) {
            guard let place = record.grid.tileRect(address) else { continue }
            tiles.append((place, try read(tile, of: record)))
        }
        return try decoding(record) { () throws(ImagingError) in
            .rendered(try render(LevelImage(size: record.grid.size(ofLevel: level), tiles: tiles)))
        }
    }

    /// Renders part of the source itself. Where the source is not tiled, everything above that part is decoded, too.
    func renderExactly(_ plan: RenderPlan, _ job: Job) throws(TileError) -> Outcome {
        let description = job.record.description
        // The part, and a turned part once more.
        let canvas = plan.frame.size.area * (description.bands * max(1, description.bitsPerBand / 8) + (plan.turn.isNone ? 0 : 4))
        let need = description.decodeBytes
        guard job.hasMemory || (need == 0 && canvas <= ImageDescription.commonBytes) else {
            let (sum, overflow) = need.addingReportingOverflow(canvas)
            return .needsMemory(overflow ? .max : sum)
        }
        return try decoding(job.record) { () throws(ImagingError) in
            .rendered(
                try job.record.openSource().part(description, plan, by: pipeline(for: job.record), isCancelled: job.isCancelled))
        }
    }

    /// Runs `body`, which reads a source. A source that changed meanwhile, or could not be read, is closed, so that it is opened anew.
    func decoding<Result>(_ record: ImageRecord, _ body: () throws(ImagingError) -> Result) throws(TileError) -> Result {
        do throws(ImagingError) {
            return try body()
        } catch {
            switch error {
            case .changedWhileReading, .io: readers.forget(record.version)
            default: break
            }
            throw .source(error)
        }
    }

    /// The bytes of a pyramid's tile. A pyramid that cannot be read is a fault of the disk, not of the source.
    func read(_ tile: StoredTile, of record: ImageRecord) throws(TileError) -> [UInt8] {
        do throws(SystemError) {
            return try tile.read()
        } catch {
            pyramids.discard(tile, of: record)
            throw .cache("\(error)")
        }
    }
}

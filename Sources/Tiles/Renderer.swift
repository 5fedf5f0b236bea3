// Renderer: makes the bytes of a product: chooses the pixels that it is rendered from, and runs the pipeline on them.

internal import Building
internal import Caching
internal import Geometry
internal import Imaging
internal import Library
internal import PyramidFormat
internal import Synchronization

/// Makes the bytes of products on the calling thread, a worker's.
final class Renderer: Sendable {
    let readers: ReaderStore
    let pyramids: PyramidProvider
    private let sharing: WorkSharing
    /// Tiles that were taken from sources as they lie there.
    let nativeTileCount = Atomic<Int>(0)

    /// - Parameter sharing: divides the work of large regions among threads.
    init(pyramids: PyramidProvider, readers: ReaderStore, sharing: @escaping WorkSharing) {
        self.pyramids = pyramids
        self.readers = readers
        self.sharing = sharing
    }

    /// The result of a try to make a product.
    enum Outcome {
        /// A pyramid holds the bytes, so nothing else needs to keep them.
        case found([UInt8])
        /// The bytes were computed.
        case rendered([UInt8])
        /// These tiles of the image's pyramid must be there first.
        case needsTiles([TileAddress])
        /// The source must be decoded, which takes that many bytes of memory.
        case needsMemory(Int)
    }

    /// What is to be made, and under which conditions.
    struct Job {
        let record: ImageRecord
        /// True when the memory that decoding may take has been granted.
        let hasMemory: Bool
        /// Asked now and then by steps that can take long, on any thread.
        let isCancelled: @Sendable () -> Bool
    }

    /// The steps that every image of a record goes through.
    func pipeline(for record: ImageRecord) -> RenderPipeline { .standard }

    /// Makes a product.
    /// - Throws: `TileError` with what is wrong with the source or the cache; `cancelled` when `isCancelled` said so.
    func render(_ product: Product, _ job: Job) throws(TileError) -> Outcome {
        switch product {
        case .tile(let key): try renderTile(key, job)
        case .rendition(_, .thumbnail(let side, let ofPyramid)): try renderThumbnail(side, ofPyramid: ofPyramid, job)
        case .rendition(_, .region(let region, let size, let turn, let quality, let format)):
            try renderRegion(
                RenderPlan(
                    region: region, size: size, turn: turn, quality: quality, encoding: job.record.tiles.encoding(format),
                    background: job.record.tiles.background), of: region, job)
        case .rendition(_, .viewport(let canvas, let place, let format, let background)):
            try renderViewport(canvas, place, job.record.tiles.encoding(format), background, job)
        }
    }

    private func renderTile(_ key: TileKey, _ job: Job) throws(TileError) -> Outcome {
        let record = job.record
        guard let place = record.grid.tileRect(key.address) else { throw .outsideGrid }
        let plan = plan(ofTile: key, at: place, record)
        if isExact(key, of: record) { return try renderExactly(plan, job) }
        if record.sourceLevel(for: key.address.level) != nil {
            let tileJob = Job(record: record, hasMemory: false, isCancelled: job.isCancelled)
            return try withLevel(key.address.level, part: place, tileJob) { (image) throws(ImagingError) in
                var plan = plan
                plan.frame = .region(place.scaled(from: record.grid.size(ofLevel: key.address.level), to: image.size), size: place.size)
                return try image.render(plan, by: pipeline(for: record))
            }
        }
        guard let tile = try pyramids.storedTiles([key.address], of: record)?.first else { return .needsTiles([key.address]) }
        let bytes = try read(tile, of: record)
        if isStored(key, of: record) { return .found(bytes) }
        return try decoding(record) { () throws(ImagingError) in
            let whole = PixelRect(place.size)
            var plan = plan
            plan.frame = .region(whole, size: place.size)
            return .rendered(try LevelImage(size: place.size, tiles: [(whole, bytes)]).render(plan, by: pipeline(for: record)))
        }
    }

    /// - Parameter region: of the plan, in pixels of the full image.
    private func renderRegion(_ plan: RenderPlan, of region: PixelRect, _ job: Job) throws(TileError) -> Outcome {
        let (grid, size) = (job.record.grid, plan.frame.size)
        if size == region.size, isExact(plan.encoding.format, of: job.record) { return try renderExactly(plan, job) }
        // A turned image is computed into memory.
        let canvas = plan.turn.isNone ? 0 : size.area * 4
        guard job.hasMemory || canvas <= ImageDescription.commonBytes else { return .needsMemory(canvas) }
        let level = grid.level(from: region, to: size)
        let part = grid.part(region, ofLevel: level)
        return try withLevel(level, part: part, job) { (image) throws(ImagingError) in
            var plan = plan
            plan.frame = .region(part.scaled(from: grid.size(ofLevel: level), to: image.size), size: size)
            return try image.render(plan, by: pipeline(for: job.record), sharing: sharing, isCancelled: job.isCancelled)
        }
    }

    private func renderViewport(
        _ canvas: PixelSize, _ place: Rect, _ encoding: Encoding, _ background: Colour, _ job: Job
    ) throws(TileError) -> Outcome {
        let grid = job.record.grid
        let level = grid.level(forScale: place.width / Double(grid.size.width))
        let (levelSize, factor) = (grid.size(ofLevel: level), grid.scaleFactor(ofLevel: level))
        func plan(ofLevel size: PixelSize) -> RenderPlan {
            RenderPlan(
                canvas: canvas, place: place, covered: size.covered(by: grid.size, factor: factor), encoding: encoding,
                background: background)
        }
        let part = plan(ofLevel: levelSize).region(ofLevel: levelSize) ?? PixelRect(x: 0, y: 0, width: 1, height: 1)
        return try withLevel(level, part: part, job) { (image) throws(ImagingError) in
            try image.render(plan(ofLevel: image.size), by: pipeline(for: job.record), isCancelled: job.isCancelled)
        }
    }

    /// Renders from a level of the file's own if one is near, or from the pyramid; else by the shortcut that the source's format has. Which
    /// of them is part of the product's name: one name always stands for the same bytes.
    private func renderThumbnail(_ side: Int, ofPyramid: Bool, _ job: Job) throws(TileError) -> Outcome {
        let record = job.record
        let size = record.grid.size.fitting(side: side)
        let level = record.grid.level(from: PixelRect(record.grid.size), to: size)
        if ofPyramid || record.sourceLevel(for: level) != nil {
            let part = PixelRect(record.grid.size(ofLevel: level))
            let outcome = try withLevel(level, part: part, job) { (image) throws(ImagingError) in
                try image.render(
                    RenderPlan(
                        region: PixelRect(image.size), size: size, encoding: record.tiles.encoding(.jpg),
                        background: record.tiles.background),
                    by: pipeline(for: record))
            }
            // The pyramid was removed after it was seen, and is not built for a thumbnail. The next request gets a thumbnail of the source.
            if case .needsTiles = outcome { throw .overloaded }
            return outcome
        }
        let need = record.description.decodeBytes
        guard job.hasMemory || need == 0 else { return .needsMemory(need) }
        return try decoding(record) { () throws(ImagingError) in
            .rendered(
                try record.openSource().thumbnail(
                    record.description, side: side, quality: record.tiles.quality, background: record.tiles.background,
                    by: pipeline(for: record), isCancelled: job.isCancelled))
        }
    }
}

extension PyramidGrid {
    /// The level to cut a region from that is to have that size: the smallest that is sharp along both axes, unless it has many more pixels
    /// than the result. A picture squeezed to a line must not cost all the pixels of the image.
    fileprivate func level(from region: PixelRect, to size: PixelSize) -> Int {
        let scale = max(Double(size.width) / Double(region.width), Double(size.height) / Double(region.height))
        var level = level(forScale: scale)
        while level > 0, part(region, ofLevel: level).size.area > 4 * size.area + 4 * tileSize * tileSize { level -= 1 }
        return level
    }
}

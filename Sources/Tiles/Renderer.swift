// From a product's name to its bytes: which level of what it is cut from.

internal import Building
internal import Caching
internal import Geometry
internal import Imaging
internal import Library
internal import PyramidFormat
internal import Synchronization
internal import System

/// Makes the bytes of products on the calling thread, a worker's.
public final class Renderer: Sendable {
    private let readers: ReaderStore
    private let pyramids: PyramidStore
    private let quality: Int
    private let sharing: WorkSharing
    private let background: Colour
    /// Tiles that were taken from sources as they stand there.
    let nativeTileCount = Atomic<Int>(0)

    /// - Parameter sharing: what has the parts of large renditions done.
    init(pyramids: PyramidStore, readers: ReaderStore, quality: Int, background: Colour, sharing: @escaping WorkSharing) {
        self.pyramids = pyramids
        self.readers = readers
        self.quality = quality
        self.sharing = sharing
        self.background = background
    }

    /// What a product was made from.
    enum Outcome {
        /// A pyramid holds the bytes, so nothing else needs to keep them.
        case found([UInt8])
        /// The bytes were computed.
        case rendered([UInt8])
        /// These tiles of the image's pyramid must be there first.
        case needsTiles([TileAddress])
        /// The source must be decoded, which takes so many bytes of memory.
        case needsMemory(Int)
    }

    /// What decides the steps of a product.
    func facts(of product: Product, _ record: ImageRecord) -> ProductMachine.Facts {
        let hasSourceLevels = !record.description.sourceLevels.isEmpty
        guard case .tile(let key) = product else {
            return ProductMachine.Facts(isTile: false, readsSource: hasSourceLevels, mayPassThrough: false, isStoredTile: false)
        }
        let isInGrid = record.grid.contains(key.address)
        let isInSource = isInGrid && record.sourceLevel(for: key.address.level) != nil
        return ProductMachine.Facts(
            isTile: true, readsSource: isInSource, mayPassThrough: hasSourceLevels,
            isStoredTile: isInGrid && key.format == record.pyramidFormat && !isInSource)
    }

    /// Opens the source of a record, to be read region by region. Worker threads.
    /// - Parameter completion: called when another worker, who is opening it, is done.
    /// - Returns: the subscription to that; nil when the source is open, or has failed to open, and the caller can go on.
    func openSource(of record: ImageRecord, orWait completion: @escaping @Sendable () -> Void) -> Subscription? {
        readers.open(record, orWait: completion)
    }

    /// Makes a product.
    /// - Parameters:
    ///   - hasMemory: whether the memory that it may take to decode the source has been granted.
    ///   - isCancelled: asked now and then by what can take long, on any thread.
    func render(
        _ product: Product, of record: ImageRecord, hasMemory: Bool, isCancelled: @escaping @Sendable () -> Bool
    ) throws(TileError) -> Outcome {
        switch product {
        case .tile(let key): return try renderTile(key, of: record, hasMemory: hasMemory, isCancelled)
        case .rendition(_, .thumbnail(let side, let ofPyramid)):
            return try renderThumbnail(side, ofPyramid: ofPyramid, of: record, hasMemory: hasMemory, isCancelled)
        case .rendition(_, .region(let region, let size, let turn, let quality, let format)):
            if size == region.size, isExact(format, of: record) {
                let render = RenderPlan(
                    region: region, turn: turn, quality: quality, encoding: encoding(format), background: background)
                return try renderExactly(render, of: record, hasMemory: hasMemory, isCancelled)
            }
            // A turned image is computed into memory.
            let canvas = turn.isNone ? 0 : size.area * 4
            guard hasMemory || canvas <= ImageDescription.commonBytes else { return .needsMemory(canvas) }
            let level = record.grid.level(from: region, to: size)
            let part = record.grid.part(region, ofLevel: level)
            return try withLevel(level, part: part, of: record, hasMemory: hasMemory) { (image) throws(ImagingError) in
                try image.render(
                    RenderPlan(
                        region: part.scaled(from: record.grid.size(ofLevel: level), to: image.size), size: size, turn: turn,
                        quality: quality, encoding: encoding(format), background: background), sharing: sharing)
            }
        case .rendition(_, .viewport(let canvas, let place, let format, let background)):
            let scale = place.width / Double(record.grid.size.width)
            let level = record.grid.level(forScale: scale)
            let (levelSize, factor) = (record.grid.size(ofLevel: level), record.grid.scaleFactor(ofLevel: level))
            func plan(ofLevel size: PixelSize) -> RenderPlan {
                RenderPlan(
                    canvas: canvas, place: place, covered: size.covered(by: record.grid.size, factor: factor), encoding: encoding(format),
                    background: background)
            }
            let part = plan(ofLevel: levelSize).region(ofLevel: levelSize) ?? PixelRect(x: 0, y: 0, width: 1, height: 1)
            return try withLevel(level, part: part, of: record, hasMemory: hasMemory) { (image) throws(ImagingError) in
                try image.render(plan(ofLevel: image.size))
            }
        }
    }

    private func renderTile(
        _ key: TileKey, of record: ImageRecord, hasMemory: Bool, _ isCancelled: @escaping @Sendable () -> Bool
    ) throws(TileError) -> Outcome {
        guard let place = record.grid.tileRect(key.address) else { throw .outsideGrid }
        if isExact(key, of: record) {
            let render = RenderPlan(region: place, encoding: encoding(key.format), background: background)
            return try renderExactly(render, of: record, hasMemory: hasMemory, isCancelled)
        }
        if record.sourceLevel(for: key.address.level) != nil {
            return try withLevel(key.address.level, part: place, of: record, hasMemory: false) { (image) throws(ImagingError) in
                let region = place.scaled(from: record.grid.size(ofLevel: key.address.level), to: image.size)
                return try image.render(
                    RenderPlan(region: region, size: place.size, encoding: encoding(key.format), background: background))
            }
        }
        guard let tile = try pyramids.storedTiles([key.address], of: record)?.first else { return .needsTiles([key.address]) }
        let bytes = try read(tile, of: record)
        if key.format == record.pyramidFormat { return .found(bytes) }
        return try decoding(record) { () throws(ImagingError) in
            let whole = PixelRect(place.size)
            let image = LevelImage(size: place.size, tiles: [(whole, bytes)])
            return .rendered(try image.render(RenderPlan(region: whole, encoding: encoding(key.format), background: background)))
        }
    }

    /// Whether a part of the image at its own size comes from the source itself: in a format that loses nothing, and that is not the
    /// pyramid's, where the tiles that it would be cut from have lost something, or have fewer bits. Numbers that have to be spread over
    /// black to white have no exact colours.
    private func isExact(_ format: ImageFormat, of record: ImageRecord) -> Bool {
        guard format.isLossless, format != record.pyramidFormat, !record.description.hasOpenRange else { return false }
        return record.sourceLevel(for: record.grid.levelCount - 1) == nil || record.description.bitsPerBand == 16
    }

    /// The same of a tile: such a one may take seconds.
    func isExact(_ key: TileKey, of record: ImageRecord) -> Bool {
        key.address.level == record.grid.levelCount - 1 && isExact(key.format, of: record)
    }

    /// Part of the source, of which all that lies above has to be decoded, too, where it is not tiled.
    private func renderExactly(
        _ render: RenderPlan, of record: ImageRecord, hasMemory: Bool, _ isCancelled: @escaping @Sendable () -> Bool
    ) throws(TileError) -> Outcome {
        // The part, and what is turned once more.
        let canvas =
            render.frame.size.area * (record.description.bands * max(1, record.description.bitsPerBand / 8) + (render.turn.isNone ? 0 : 4))
        let need = record.description.decodeBytes
        guard hasMemory || (need == 0 && canvas <= ImageDescription.commonBytes) else {
            let (sum, overflow) = need.addingReportingOverflow(canvas)
            return .needsMemory(overflow ? .max : sum)
        }
        return try decoding(record) { () throws(ImagingError) in
            .rendered(try record.openSource().part(record.description, render, isCancelled: isCancelled))
        }
    }

    /// From a level of the file's own where one is near, or from the pyramid; else by whatever shortcut the source's format has. Which of
    /// them is part of its name: one name stands for the same bytes always.
    private func renderThumbnail(
        _ side: Int, ofPyramid: Bool, of record: ImageRecord, hasMemory: Bool, _ isCancelled: @escaping @Sendable () -> Bool
    ) throws(TileError) -> Outcome {
        let full = record.grid.size
        let size = full.fitting(side: side)
        let level = record.grid.level(from: PixelRect(full), to: size)
        if ofPyramid || record.sourceLevel(for: level) != nil {
            let part = PixelRect(record.grid.size(ofLevel: level))
            let outcome = try withLevel(level, part: part, of: record, hasMemory: hasMemory) { (image) throws(ImagingError) in
                try image.render(
                    RenderPlan(region: PixelRect(image.size), size: size, encoding: encoding(.jpg), background: background))
            }
            // The pyramid has gone since it was seen, and is not built for this: whoever asks again has a thumbnail of the source.
            if case .needsTiles = outcome { throw .overloaded }
            return outcome
        }
        let need = record.description.decodeBytes
        guard hasMemory || need == 0 else { return .needsMemory(need) }
        return try decoding(record) { () throws(ImagingError) in
            .rendered(
                try record.openSource().thumbnail(
                    record.description, side: side, quality: quality, background: background, isCancelled: isCancelled))
        }
    }

    /// Renders from the picture at a level of the grid, of which at least `part`, in the level's own pixels, can be used. A level that the
    /// file holds may have another size than the grid's.
    private func withLevel(
        _ level: Int, part: PixelRect, of record: ImageRecord, hasMemory: Bool, _ render: (LevelImage) throws(ImagingError) -> [UInt8]
    ) throws(TileError) -> Outcome {
        if let stored = record.sourceLevel(for: level) {
            return try decoding(record) { () throws(ImagingError) in .rendered(try render(readers.reader(of: record).levels[stored])) }
        }
        let side = record.grid.tileSize
        var addresses: [TileAddress] = []
        for row in part.y / side...(part.maxY - 1) / side {
            for column in part.x / side...(part.maxX - 1) / side {
                addresses.append(TileAddress(level: level, column: column, row: row))
            }
        }
        // Tiles are decoded at once, side by side. Asked before they are there: what is too much is refused without a build.
        let need = addresses.count * side * side * (record.description.hasAlpha ? 4 : 3)
        guard hasMemory || need <= ImageDescription.commonBytes else { return .needsMemory(need) }
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

    /// Runs what reads a source. One that changed meanwhile or failed us is not read again through files that are open.
    private func decoding(
        _ record: ImageRecord, _ body: () throws(ImagingError) -> Outcome
    ) throws(TileError) -> Outcome {
        do throws(ImagingError) {
            return try body()
        } catch {
            letGo(of: record, after: error)
            throw .source(error)
        }
    }

    /// Closes files that are open where they are not to be read any more after an error.
    private func letGo(of record: ImageRecord, after error: ImagingError) {
        switch error {
        case .changedWhileReading, .io: readers.forget(record.version)
        default: break
        }
    }

    /// The bytes of a tile that stands in the image's file as it is to be sent; nil where it has to be rendered.
    func nativeTile(_ product: Product, of record: ImageRecord) throws(TileError) -> [UInt8]? {
        guard case .tile(let key) = product, !record.description.sourceLevels.isEmpty else { return nil }
        do throws(ImagingError) {
            guard let bytes = try readers.nativeTiles(of: record)?.bytes(key.address, key.format) else { return nil }
            nativeTileCount.add(1, ordering: .relaxed)
            return bytes
        } catch {
            letGo(of: record, after: error)
            throw .source(error)
        }
    }

    /// Closes the source of a version; whoever needs it next opens it anew.
    func forget(_ version: ImageVersion) { readers.forget(version) }

    /// The same as a range of the file, where it was found whole before and the file is open. Does not touch the disk: loops may ask.
    /// Whoever sends it adds to `nativeTileCount`.
    func storedNativeTile(_ key: TileKey) -> StoredTile? { readers.nativeTiles(of: key.version)?.storedTile(key.address, key.format) }

    /// A tile's bytes. A pyramid that cannot be read is trouble with the disk, not with the source.
    private func read(_ tile: StoredTile, of record: ImageRecord) throws(TileError) -> [UInt8] {
        do throws(SystemError) {
            return try tile.read()
        } catch {
            pyramids.discard(tile, of: record)
            throw .cache("\(error)")
        }
    }

    private func encoding(_ format: ImageFormat) -> Encoding { Encoding(format, quality: quality) }
}

extension PyramidGrid {
    /// The level to cut a region from that is to have that size: the smallest that is sharp along both axes, unless it has many more pixels
    /// than are asked for. A picture squeezed to a line must not cost all the pixels of the image.
    fileprivate func level(from region: PixelRect, to size: PixelSize) -> Int {
        let scale = max(Double(size.width) / Double(region.width), Double(size.height) / Double(region.height))
        var level = level(forScale: scale)
        while level > 0, part(region, ofLevel: level).size.area > 4 * size.area + 4 * tileSize * tileSize { level -= 1 }
        return level
    }
}

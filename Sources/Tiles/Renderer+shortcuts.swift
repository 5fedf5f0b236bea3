// Shortcuts: tiles whose bytes lie in a file as they are sent. The pipeline's steps decide whether a shortcut is allowed.

internal import Building
internal import Caching
internal import Geometry
internal import Imaging
internal import Library
internal import PyramidFormat
internal import Synchronization

extension Renderer {
    /// What decides the steps of a product's way.
    func facts(of product: Product, _ record: ImageRecord) -> ProductMachine.Facts {
        let hasSourceLevels = !record.description.sourceLevels.isEmpty
        guard case .tile(let key) = product, let place = record.grid.tileRect(key.address) else {
            return ProductMachine.Facts(isTile: false, readsSource: hasSourceLevels, mayPassThrough: false, isStoredTile: false)
        }
        return ProductMachine.Facts(
            isTile: true, readsSource: record.sourceLevel(for: key.address.level) != nil,
            mayPassThrough: hasSourceLevels
                && pipeline(for: record).permits(.passthrough, for: plan(ofTile: key, at: place, record)),
            isStoredTile: isStored(key, of: record))
    }

    /// True when the image's pyramid holds the very bytes of a tile. Any thread; allocates nothing.
    func isStored(_ key: TileKey, of record: ImageRecord) -> Bool {
        guard key.format == record.tiles.format, let place = record.grid.tileRect(key.address),
            record.sourceLevel(for: key.address.level) == nil
        else { return false }
        return pipeline(for: record).permits(.storedTile, for: plan(ofTile: key, at: place, record))
    }

    /// True when a tile comes from the source itself, which may take seconds.
    func isExact(_ key: TileKey, of record: ImageRecord) -> Bool {
        key.address.level == record.grid.levelCount - 1 && isExact(key.format, of: record)
    }

    /// True when a part of the image at its own size comes from the source itself: in a lossless format other than the pyramid's, where the
    /// tiles have lost something, or have fewer bits. Numbers whose range shows only from all of them have no exact colours.
    func isExact(_ format: ImageFormat, of record: ImageRecord) -> Bool {
        guard format.isLossless, format != record.tiles.format, !record.description.hasOpenRange else { return false }
        return record.sourceLevel(for: record.grid.levelCount - 1) == nil || record.description.bitsPerBand == 16
    }

    /// The plan of a tile.
    /// - Parameter place: of the tile, in its level's pixels.
    func plan(ofTile key: TileKey, at place: PixelRect, _ record: ImageRecord) -> RenderPlan {
        RenderPlan(region: place, encoding: record.tiles.encoding(key.format), background: record.tiles.background)
    }

    /// Opens the source of a record, to be read region by region. Worker threads.
    /// - Parameter completion: called when another worker, which is opening it, is done.
    /// - Returns: the subscription to that; nil when the source is open, or has failed to open, and the caller can go on.
    func openSource(of record: ImageRecord, orWait completion: @escaping @Sendable () -> Void) -> Subscription? {
        readers.open(record, orWait: completion)
    }

    /// The bytes of a tile as they lie in the source; nil when it has to be rendered. Worker threads.
    func nativeTile(_ product: Product, of record: ImageRecord) throws(TileError) -> [UInt8]? {
        guard case .tile(let key) = product else { return nil }
        return try decoding(record) { () throws(ImagingError) in
            guard let bytes = try readers.nativeTiles(of: record)?.bytes(key.address, key.format) else { return nil }
            nativeTileCount.add(1, ordering: .relaxed)
            return bytes
        }
    }

    /// The same as a range of the file, when the file is open and the tile was found whole before. Does not touch the disk: loops may ask.
    /// The caller that sends it adds to `nativeTileCount`.
    func storedNativeTile(_ key: TileKey, of record: ImageRecord) -> StoredTile? {
        guard let tile = readers.nativeTiles(of: key.version)?.storedTile(key.address, key.format),
            let place = record.grid.tileRect(key.address),
            pipeline(for: record).permits(.passthrough, for: plan(ofTile: key, at: place, record))
        else { return nil }
        return tile
    }

    /// Closes the source of a version. The next product that needs it opens it anew.
    func forget(_ version: ImageVersion) { readers.forget(version) }
}

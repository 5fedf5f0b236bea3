// Tiles that need no work: in memory, or in a file as they are sent.

internal import Building
public import Caching
internal import Geometry
public import Library
public import PyramidFormat
internal import Synchronization

extension TileService {
    /// A tile that can be sent at once: from memory, or from a file that holds it as it is sent, when the page cache has it. Never waits for a
    /// disk or for work, so that loops may call it.
    public func atHand(_ key: TileKey, of record: ImageRecord) -> EncodedImage? {
        if let image = memory[key] { return image }
        guard let tile = storedTile(key, of: record), let image = tile.imageNow(fields: Product.tile(key).fields(of: record), lines: lines)
        else { return nil }
        diskHits.add(1, ordering: .relaxed)
        if record.sourceLevel(for: key.address.level) != nil { renderer.nativeTileCount.add(1, ordering: .relaxed) }
        memory.insert(image, for: key)
        return image
    }

    /// The place of a tile in a file that holds it as it is sent, as far as it is known without reading the disk. Any thread.
    public func storedTile(_ key: TileKey, of record: ImageRecord) -> StoredTile? {
        if record.sourceLevel(for: key.address.level) != nil { return renderer.storedNativeTile(key, of: record) }
        return renderer.isStored(key, of: record) ? pyramids.storedTile(key.address, of: record) : nil
    }
}

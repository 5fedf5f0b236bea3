// Tiles that need no work: in memory, or in a file as they are sent.

internal import Building
public import Caching
internal import Geometry
public import Library
public import PyramidFormat
internal import Synchronization

extension TileService {
    /// A tile that can be sent at once: one in memory, or one that stands in a file as it is sent and that the page cache has. Any thread, and
    /// for loops: it never waits for a disk or for work.
    public func atHand(_ key: TileKey, of record: ImageRecord) -> EncodedImage? {
        if let image = memory[key] { return image }
        guard let tile = storedTile(key, of: record), let image = tile.imageNow(fields: Product.tile(key).fields(of: record), lines: lines)
        else { return nil }
        diskHits.add(1, ordering: .relaxed)
        if record.sourceLevel(for: key.address.level) != nil { renderer.nativeTileCount.add(1, ordering: .relaxed) }
        memory.insert(image, for: key)
        return image
    }

    /// A tile that stands in a file as it is to be sent, as far as that is known without a look at the disk. Any thread.
    public func storedTile(_ key: TileKey, of record: ImageRecord) -> StoredTile? {
        if record.sourceLevel(for: key.address.level) != nil { return renderer.storedNativeTile(key, of: record) }
        return renderer.isStored(key, of: record) ? pyramids.storedTile(key.address, of: record) : nil
    }
}

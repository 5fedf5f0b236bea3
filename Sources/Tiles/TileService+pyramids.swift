// What the tile service says of an image's pyramid as a whole, and how it forgets an image.

public import Building
internal import Caching
public import Library

extension TileService {
    /// How far an image's pyramid is. May open the pyramid's file: worker threads.
    public func pyramidState(of record: ImageRecord) -> PyramidState {
        record.isNative ? .native : pyramids.state(of: record)
    }

    /// The share of an image's pyramid that is built, from 0 to 1; nil where none is being built. Any thread; does not touch the disk.
    public func buildProgress(of record: ImageRecord) -> Double? { pyramids.buildProgress(of: record.version) }

    /// Tells how far an image's pyramid is: at once what is known, then each change, at most some five times a second, until it is ready or
    /// has failed. Listening builds nothing. May open the pyramid's file: worker threads.
    /// - Parameter listener: called on any thread, under a lock: it passes on what it hears, and does not wait.
    /// - Returns: the caller's subscription, to be cancelled when it listens no longer.
    public func listen(to record: ImageRecord, _ listener: @escaping @Sendable (PyramidEvent) -> Void) -> Subscription {
        guard !record.isNative else {
            listener(.ready)
            return Subscription {}
        }
        return pyramids.listen(to: record, listener)
    }

    /// The pyramid of an image as a file; where there is none, it is built, though nobody waits. Worker threads.
    public func pyramidFile(of record: ImageRecord) throws(TileError) -> PyramidAnswer {
        guard record.hasWholePyramid else { return .native }
        return try cachedPyramid(of: record)
    }

    /// What the cache holds of an image's pyramid, of whatever levels; where there is nothing yet, it is built, though nobody waits. Worker
    /// threads.
    public func cachedPyramid(of record: ImageRecord) throws(TileError) -> PyramidAnswer {
        guard !record.isNative else { return .native }
        do throws(TileError) {
            return try pyramids.file(of: record)
        } catch {
            error.operatorsReason(about: record.identifier).map(warn)
            throw error
        }
    }

    /// Forgets all that is kept of a version and can be made again: its tiles in memory, its derivatives, its finished pyramid, what failed.
    /// Worker threads.
    public func forget(_ version: ImageVersion) {
        // What is in memory may be read anew from what is on disk, and so goes last.
        pyramids.forget(version)
        disk.forget(prefix: CacheNames.derivativePrefix(version))
        renderer.forget(version)
        failures.forget { $0.version == version }
        memory.removeAll { $0.version == version }
    }

    /// Where the pyramid of an image stands when it is built.
    public func pyramidPath(of record: ImageRecord) -> String { disk.folder.path(CacheNames.pyramid(record.version)) }
}

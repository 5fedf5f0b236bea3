// The state and the file of an image's pyramid, and the removal of everything that is kept of an image.

public import Building
internal import Caching
public import Library

extension TileService {
    /// The state of an image's pyramid. May open the pyramid's file: worker threads.
    public func pyramidState(of record: ImageRecord) -> PyramidState {
        record.isNative ? .native : pyramids.state(of: record)
    }

    /// The built share of an image's pyramid, from 0 to 1; nil when no build runs or waits. Any thread; does not touch the disk.
    public func buildProgress(of record: ImageRecord) -> Double? { pyramids.buildProgress(of: record.version) }

    /// Sends the state of an image's pyramid to a listener: the present state at once, then each change, at most about five a second, until
    /// the pyramid is ready or has failed. Listening starts no build. May open the pyramid's file: worker threads.
    /// - Parameter listener: called on any thread, under a lock: it must only pass the event on, and must not wait.
    /// - Returns: the caller's subscription, to be cancelled when no more events are wanted.
    public func listen(to record: ImageRecord, _ listener: @escaping @Sendable (PyramidEvent) -> Void) -> Subscription {
        guard !record.isNative else {
            listener(.ready)
            return Subscription {}
        }
        return pyramids.listen(to: record, listener)
    }

    /// The pyramid of an image as a file. Starts a build when there is none, without waiting for it. Worker threads.
    /// - Throws: why the image has no pyramid.
    public func pyramidFile(of record: ImageRecord) throws(TileError) -> PyramidAnswer {
        guard record.hasWholePyramid else { return .native }
        return try cachedPyramid(of: record)
    }

    /// The cached part of an image's pyramid: the levels that the image's own file lacks. Starts a build when there is none, without waiting
    /// for it. Worker threads.
    /// - Throws: why the image has no pyramid.
    public func cachedPyramid(of record: ImageRecord) throws(TileError) -> PyramidAnswer {
        guard !record.isNative else { return .native }
        do throws(TileError) {
            return try pyramids.file(of: record)
        } catch {
            error.operatorsReason(about: record.identifier).map(warn)
            throw error
        }
    }

    /// Removes everything that is kept of a version and can be made again: tiles in memory, derivatives, the finished pyramid, remembered
    /// failures. Worker threads.
    public func forget(_ version: ImageVersion) {
        // Memory comes last: until then tiles may be read from the disk into memory.
        pyramids.forget(version)
        disk.forget(prefix: CacheNames.derivativePrefix(version))
        renderer.forget(version)
        failures.forget { $0.version == version }
        memory.removeAll { $0.version == version }
    }

    /// The path of an image's pyramid in the cache folder, whether it exists or not.
    public func pyramidPath(of record: ImageRecord) -> String { disk.folder.path(CacheNames.pyramid(record.version)) }
}

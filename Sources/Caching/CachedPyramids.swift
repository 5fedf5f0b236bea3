// CachedPyramids: the pyramids of the cache folder: found, opened, published, removed.

public import Building
public import Library
public import PyramidFormat
public import System
public import Workers

/// Keeps pyramids as files of the cache folder, and those open that are used.
public struct CachedPyramids: PyramidStorage {
    private let disk: DiskCache
    private let open: OpenPyramids
    private let workers: WorkerPool

    /// - Parameters:
    ///   - disk: the cache folder and its bound.
    ///   - open: where open pyramids are kept.
    ///   - workers: threads that may wait for the disk.
    public init(disk: DiskCache, open: OpenPyramids, workers: WorkerPool) {
        self.disk = disk
        self.open = open
        self.workers = workers
    }

    public func opened(_ version: ImageVersion) -> PyramidFile? {
        guard let (file, isDue) = open.file(version) else { return nil }
        // Not on this thread, which may be a loop: the disk cache's lock may be held while it looks through its list.
        if isDue { _ = workers.submit(.prefetch) { [disk] in disk.touch(CacheNames.pyramid(version)) } }
        return file
    }

    public func existing(_ record: ImageRecord) throws(SystemError) -> PyramidFile? {
        if let file = opened(record.version) { return file }
        let name = CacheNames.pyramid(record.version)
        do throws(PyramidFileError) {
            let file = try PyramidFile(path: disk.folder.path(name), grid: record.pyramidGrid, format: record.tiles.format)
            return keep(file, record.version)
        } catch {
            switch error {
            case .system(let error) where error.isMissingFile: return nil
            // A shortage of descriptors, say, does not mean that there is no pyramid.
            case .system(let error): throw error
            // The file is there and not whole, so it must not be served. The pyramid is built again.
            case .damaged: disk.forget(name)
            }
            return nil
        }
    }

    public func makeFile(for version: ImageVersion) throws(SystemError) -> UnfinishedFile {
        try disk.folder.makeFile(for: CacheNames.pyramid(version))
    }

    public func willGrow(_ version: ImageVersion, to byteCount: Int) { disk.grow(CacheNames.pyramid(version), byteCount: byteCount) }

    public func didEndWriting(_ version: ImageVersion) { disk.settle(CacheNames.pyramid(version)) }

    public func publish(_ pyramid: PyramidFile, in file: UnfinishedFile, of record: ImageRecord) throws(SystemError) {
        let name = CacheNames.pyramid(record.version)
        if try !disk.folder.publish(file, as: name, replacing: false) {
            // Another process has built the same pyramid. If its file is whole it stays, else this one replaces it.
            if try existing(record) != nil { return }
            _ = try disk.folder.publish(file, as: name, replacing: true)
        }
        _ = keep(pyramid, record.version)
    }

    public func forget(_ version: ImageVersion) {
        open.close(version)
        disk.forget(CacheNames.pyramid(version))
    }

    public func discard(_ version: ImageVersion, _ file: ReadOnlyFile) {
        if open.close(version, file: file) { disk.forget(CacheNames.pyramid(version)) }
    }

    /// Keeps a pyramid open; the one that is open already, if there is one.
    private func keep(_ file: PyramidFile, _ version: ImageVersion) -> PyramidFile {
        let kept = open.keep(file, version)
        disk.use(CacheNames.pyramid(version), byteCount: kept.byteCount)
        return kept
    }
}

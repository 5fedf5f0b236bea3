// FinishedPyramids: the pyramids of the cache folder: found, opened, given up.

internal import Geometry
private import Imaging
internal import Library
internal import System
internal import Workers

/// Looks for pyramids in the cache folder, and keeps those open that are used.
struct FinishedPyramids: Sendable {
    let disk: DiskCache
    let open: OpenPyramids
    let workers: WorkerPool

    /// A pyramid that is open already. Any thread; does not touch the disk.
    func opened(_ version: ImageVersion) -> PyramidFile? {
        guard let (file, isDue) = open.file(version) else { return nil }
        // Not here, since loops come by: the disk cache may be busy with its list. In a lane that waits for nothing long.
        if isDue { _ = workers.submit(.prefetch) { [disk] in disk.touch(version.pyramidName) } }
        return file
    }

    /// The pyramid, if it is there. Worker threads.
    /// - Throws: where it is there and cannot be opened now.
    func existing(_ record: ImageRecord) throws(SystemError) -> PyramidFile? {
        if let file = opened(record.version) { return file }
        let name = record.version.pyramidName
        do throws(PyramidFileError) {
            let file = try PyramidFile(path: disk.folder.path(name), grid: record.pyramidGrid, format: record.pyramidFormat)
            return keep(file, record.version)
        } catch {
            switch error {
            case .system(let error) where error.isMissingFile: return nil
            // Want of descriptors, say, does not mean that there is none.
            case .system(let error): throw error
            // It is there and not whole, so it is not ours to serve: it is built again.
            case .damaged: disk.forget(name)
            }
            return nil
        }
    }

    /// Keeps a pyramid open, the one that is open already where there is one.
    func keep(_ file: PyramidFile, _ version: ImageVersion) -> PyramidFile {
        let kept = open.keep(file, version)
        disk.use(version.pyramidName, byteCount: kept.byteCount)
        return kept
    }

    /// Removes a pyramid. Who reads it goes on reading.
    func forget(_ version: ImageVersion) {
        open.close(named: version.pyramidName)
        disk.forget(version.pyramidName)
    }

    /// Removes a pyramid that cannot be read as it was written; whoever needs it next has it built again.
    func discard(_ version: ImageVersion, _ file: ReadOnlyFile) {
        if open.close(version, file: file) { disk.forget(version.pyramidName) }
    }
}

extension ImageRecord {
    /// The format of a pyramid's tiles: one that keeps alpha where there is any.
    var pyramidFormat: ImageFormat { description.hasAlpha ? .png : .jpg }
}

// Pyramids of sources that hold no levels of their own: built once, opened once, kept in the cache folder.

internal import Geometry
internal import Imaging
internal import Library
private import Synchronization
internal import Workers

/// Finds, opens and builds pyramids.
final class PyramidStore: Sendable {
    private struct Open {
        var files: [ImageVersion: PyramidFile] = [:]
        /// The least recently used first.
        var order: [ImageVersion] = []
    }

    private let disk: DiskCache
    private let quality: Int
    private let background: Colour
    /// Threads of their own, as many as builds may run at once: a build takes seconds, and would starve the tiles among the workers.
    private let builders: WorkerPool
    private let flights = SingleFlight<ImageVersion, PyramidFile>()
    /// Of the builds that run, from 0 to 1.
    private let progress = Mutex<[ImageVersion: Double]>([:])
    private let failures = FailureMemory<ImageVersion>()
    private let open = Mutex(Open())
    private let isEnding = Atomic<Bool>(false)

    /// Open files at most: each takes a descriptor and its directory in memory.
    private static let openCapacity = 64

    init(disk: DiskCache, quality: Int, background: Colour, builders: WorkerPool) {
        self.disk = disk
        self.quality = quality
        self.background = background
        self.builders = builders
    }

    /// The pyramid, if it is built. Worker threads.
    /// - Throws: where it is there and cannot be opened now.
    func existing(_ record: ImageRecord) throws(SystemError) -> PyramidFile? {
        if let file = opened(record.version) { return file }
        let name = PyramidStore.name(record.version)
        let file: PyramidFile
        do throws(PyramidFileError) {
            file = try PyramidFile(path: disk.folder.path(name), grid: record.grid, format: PyramidStore.format(of: record))
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
        return keep(file, record.version)
    }

    /// Calls back with the pyramid, built first where it is not there. Any thread.
    func pyramid(
        _ record: ImageRecord, completion: @escaping @Sendable (Result<PyramidFile, TileError>) -> Void
    ) -> Interest {
        flights.join(record.version, completion: completion) { [self] () throws(TileError) in
            // At once: a source known to be broken does not wait behind builds.
            if let failure = failures[record.version] { throw failure }
            let job = builders.submit(.wanted) { [self] in
                guard let result = build(record) else { return }
                flights.finish(record.version, result)
            }
            guard let job else { throw .overloaded }
            return { [builders] in builders.drop(job) }
        }
    }

    /// What is known without touching the disk for long.
    func state(of record: ImageRecord) -> PyramidState {
        if let progress = progress.withLock({ $0[record.version] }) { return .building(progress: progress) }
        if failures[record.version] != nil { return .failed }
        return (try? existing(record)) == nil ? .none : .ready
    }

    /// Stops the builds that run, and begins no more.
    func cancelAll() {
        isEnding.store(true, ordering: .relaxed)
    }

    /// How many builds run.
    var runningCount: Int { progress.withLock { $0.count } }

    /// The format of a pyramid's tiles: one that keeps alpha where there is any.
    static func format(of record: ImageRecord) -> ImageFormat { record.description.hasAlpha ? .png : .jpg }

    // MARK: - Building

    /// Nil where nobody waits any more and another build does.
    private func build(_ record: ImageRecord) -> Result<PyramidFile, TileError>? {
        if flights.endIfUnwanted(record.version) { return nil }
        do throws(SystemError) {
            if let file = try existing(record) { return .success(file) }
        } catch {
            return .failure(.cache("\(error)"))
        }
        if isEnding.load(ordering: .relaxed) { return .failure(.stopping) }
        progress.withLock { $0[record.version] = 0 }
        defer { progress.withLock { $0[record.version] = nil } }
        let part = disk.folder.newPath(fileExtension: "szi")
        defer { disk.folder.remove(part) }
        var isDropped = false
        do {
            try write(record, to: part, isDropped: &isDropped)
            let name = PyramidStore.name(record.version)
            // Verified before anybody can see it.
            let checked = try PyramidFile(path: part, grid: record.grid, format: PyramidStore.format(of: record))
            try disk.folder.publish(part, as: name, durably: true)
            return .success(keep(checked, record.version))
        } catch let error as ImagingError {
            if isDropped { return nil }
            let failure = TileError.source(error)
            failures.remember(failure, for: record.version)
            return .failure(failure)
        } catch {
            return .failure(.cache("\(error)"))
        }
    }

    /// Writes the pyramid of a record's file; `isDropped` tells that it stopped because nobody wants it any more.
    private func write(_ record: ImageRecord, to part: String, isDropped: inout Bool) throws(ImagingError) {
        let file = try record.openSource()
        let settings = DeepZoomSettings(
            name: "pyramid", tileSize: record.grid.tileSize, encoding: Encoding(PyramidStore.format(of: record), quality: quality),
            background: background)
        let dropped = Atomic<Bool>(false)
        defer { isDropped = dropped.load(ordering: .relaxed) }
        try file.writeDeepZoom(record.description, to: part, settings) { [self] share in
            progress.withLock { $0[record.version] = share }
            if isEnding.load(ordering: .relaxed) { return false }
            // One that nobody wants any more goes on, since somebody will: unless it stands in the way of one that is waited for.
            guard builders.depth(of: .wanted) > 0, flights.endIfUnwanted(record.version) else { return true }
            dropped.store(true, ordering: .relaxed)
            return false
        }
    }

    // MARK: - Open files

    private func opened(_ version: ImageVersion) -> PyramidFile? {
        let file = open.withLock { open in
            if open.order.last != version, let index = open.order.firstIndex(of: version) {
                open.order.append(open.order.remove(at: index))
            }
            return open.files[version]
        }
        if let file { disk.touch(PyramidStore.name(version), byteCount: file.byteCount) }
        return file
    }

    private func keep(_ file: PyramidFile, _ version: ImageVersion) -> PyramidFile {
        let (kept, closed) = open.withLock { open -> (PyramidFile, [ImageVersion]) in
            if let earlier = open.files[version] { return (earlier, []) }
            open.files[version] = file
            open.order.append(version)
            var closed: [ImageVersion] = []
            while open.order.count > PyramidStore.openCapacity {
                let oldest = open.order.removeFirst()
                open.files[oldest] = nil
                closed.append(oldest)
            }
            return (file, closed)
        }
        if kept === file { disk.hold(PyramidStore.name(version), byteCount: file.byteCount) }
        for version in closed { disk.release(PyramidStore.name(version)) }
        return kept
    }

    /// Gives up a pyramid that cannot be read as it was written; whoever needs it next has it built again.
    func discard(_ file: PyramidFile, _ version: ImageVersion) {
        let wasOpen = open.withLock { open in
            guard open.files[version] === file else { return false }
            open.files[version] = nil
            open.order.removeAll { $0 == version }
            return true
        }
        if wasOpen { disk.forget(PyramidStore.name(version)) }
    }

    private static func name(_ version: ImageVersion) -> String { "pyramids/\(version).szi" }
}

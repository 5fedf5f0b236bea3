// BuildRunner: one build from its source to the file in the cache folder.

internal import Geometry
internal import Imaging
internal import Library
internal import System

/// Builds pyramids on the calling thread, as far as the builder does not take others.
struct BuildRunner: Sendable {
    /// Gives every tile of a picture to a writer, and returns when all are written, as `PyramidBuilder.build` does.
    typealias Builder =
        @Sendable (
            _ file: ImageSource, _ record: ImageRecord, _ encoding: Encoding, _ writer: PyramidWriter, _ progress: (Double) -> Void,
            _ isCancelled: @escaping @Sendable () -> Bool
        ) throws(ImagingError) -> Void

    let finished: FinishedPyramids
    let listeners: PyramidListeners
    let failures: FailureMemory<ImageVersion>
    /// JPEG quality, 1 to 100.
    let quality: Int
    /// Told what an operator should know, a line.
    let warn: @Sendable (String) -> Void
    let builder: Builder

    /// What the tree in the zip is called.
    private static let treeName = "pyramid"

    /// Builds; nil where the build was stopped. Whoever listens is told the end.
    func run(_ build: Build, isStopped: @escaping @Sendable () -> Bool) -> Result<Void, TileError>? {
        let version = build.record.version
        do throws(TileError) {
            guard try makePyramid(build, isStopped) else { return nil }
            listeners.tell(version, .ready)
            return .success(())
        } catch {
            failures.remember(error, for: version)
            error.operatorsReason(about: build.record.identifier).map(warn)
            listeners.tell(version, .failed(error))
            return .failure(error)
        }
    }

    /// False where the build was stopped.
    private func makePyramid(_ build: Build, _ isStopped: @escaping @Sendable () -> Bool) throws(TileError) -> Bool {
        let record = build.record
        // It may have come there since it was asked for: from a build that ended just then, or from another process.
        if try TileError.wrapping({ () throws(SystemError) in try finished.existing(record) }) != nil { return true }
        let name = record.version.pyramidName
        defer { finished.disk.settle(name) }
        let file = try TileError.wrapping { () throws(SystemError) in try finished.disk.folder.makeFile(for: name) }
        let writer = try TileError.wrapping { () throws(SystemError) in
            try PyramidWriter(
                to: file, name: BuildRunner.treeName, grid: record.pyramidGrid, format: record.pyramidFormat, live: build.live
            ) { [disk = finished.disk] byteCount in disk.grow(name, byteCount: byteCount) }
        }
        listeners.tell(record.version, .progress(0))
        let pyramid: PyramidFile
        do throws(TileError) {
            pyramid = try writer.write(record, quality: quality, by: builder) { share in
                build.progress = share
                if build.isDue() { listeners.tell(record.version, .progress(share)) }
            } isCancelled: {
                isStopped()
            }
        } catch {
            if case .source(.cancelled) = error, build.isStopped { return false }
            throw error
        }
        try publish(pyramid, file, record)
        return true
    }

    /// Puts a finished file in the cache folder. From then on the pyramid is found there.
    private func publish(_ pyramid: PyramidFile, _ file: UnfinishedFile, _ record: ImageRecord) throws(TileError) {
        let (folder, name) = (finished.disk.folder, record.version.pyramidName)
        try TileError.wrapping { () throws(SystemError) in
            if try !folder.publish(file, as: name, replacing: false) {
                // Another process has built the same. Its file is as good, and where it is not, ours takes its place.
                if try finished.existing(record) != nil { return }
                _ = try folder.publish(file, as: name, replacing: true)
            }
            _ = finished.keep(pyramid, record.version)
        }
    }
}

extension TileError {
    /// Runs what may fail at the cache folder.
    static func wrapping<Result>(_ body: () throws(SystemError) -> Result) throws(TileError) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            throw .cache("\(error)")
        }
    }
}

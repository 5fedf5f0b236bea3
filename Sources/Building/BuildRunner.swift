// BuildRunner: one build from its source to the file in the cache folder.

internal import Geometry
public import Imaging
public import Library
internal import PyramidFormat
internal import System

/// Builds pyramids on the calling thread, as far as the builder does not take others.
public struct BuildRunner: Sendable {
    /// Gives every tile of a picture to a writer, and returns when all are written, as `PyramidBuilder.build` does.
    public typealias Builder =
        @Sendable (
            _ file: ImageSource, _ record: ImageRecord, _ encoding: Encoding, _ writer: PyramidWriter, _ progress: (Double) -> Void,
            _ isCancelled: @escaping @Sendable () -> Bool
        ) throws(ImagingError) -> Void

    let storage: any PyramidStorage
    let listeners: PyramidListeners
    let failures: FailureMemory<ImageVersion>
    /// Told what an operator should know, a line.
    let warn: @Sendable (String) -> Void
    let builder: Builder

    /// What the tree in the zip is called.
    private static let treeName = "pyramid"

    /// Runs a build. The listeners receive its end.
    /// - Returns: nil when the build was stopped.
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
        if try TileError.wrapping({ () throws(SystemError) in try storage.existing(record) }) != nil { return true }
        let version = record.version
        defer { storage.didEndWriting(version) }
        let file = try TileError.wrapping { () throws(SystemError) in try storage.makeFile(for: version) }
        let writer = try TileError.wrapping { () throws(SystemError) in
            try PyramidWriter(
                to: file, name: BuildRunner.treeName, grid: record.pyramidGrid, format: record.tiles.format, live: build.live
            ) { [storage] byteCount in storage.willGrow(version, to: byteCount) }
        }
        listeners.tell(record.version, .progress(0))
        let pyramid: PyramidFile
        do throws(TileError) {
            pyramid = try writer.write(record, by: builder) { share in
                build.progress = share
                if build.isDue() { listeners.tell(record.version, .progress(share)) }
            } isCancelled: {
                isStopped()
            }
        } catch {
            if case .source(.cancelled) = error, build.isStopped { return false }
            throw error
        }
        try TileError.wrapping { () throws(SystemError) in try storage.publish(pyramid, in: file, of: record) }
        return true
    }
}

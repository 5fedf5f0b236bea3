// From a source to the file of its pyramid.

internal import Imaging
internal import Library
internal import PyramidFormat

extension PyramidWriter {
    /// Has the pyramid of an image built, and completes the file, which is still to be published. Call once.
    /// - Parameters:
    ///   - progress: receives the built share, from 0 to 1, on the calling thread.
    ///   - isCancelled: asked often, on any thread.
    /// - Throws: `source` with what is wrong with the image, or `cancelled`; `cache` where the file cannot be written.
    func write(
        _ record: ImageRecord, by builder: @escaping BuildRunner.Builder, progress: (Double) -> Void,
        isCancelled: @escaping @Sendable () -> Bool
    ) throws(TileError) -> PyramidFile {
        do throws(ImagingError) {
            try builder(record.openSource(), record, record.tiles.encoding, self, progress, isCancelled)
            // The open file was watched; another one may have taken its place.
            guard record.isSourceUnchanged() else { throw .changedWhileReading }
        } catch {
            throw failure.map { .cache("\($0)") } ?? .source(error)
        }
        do throws(PyramidFileError) {
            return try finish()
        } catch {
            throw .cache("\(error)")
        }
    }
}

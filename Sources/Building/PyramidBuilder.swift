// PyramidBuilder: a source, decoded once from the top, becomes the tiles of every level.

internal import Geometry
public import Imaging
internal import System
private import Workers

/// Builds pyramids. The thread that calls `build` decodes, and helps to encode where it is ahead; the others encode and halve.
public struct PyramidBuilder: Sendable {
    /// Threads that encode beside the one that decodes, at least 1.
    let encoders: Int

    /// - Parameter encoders: threads that encode beside the one that decodes, at least 1.
    public init(encoders: Int) { self.encoders = encoders }

    /// Strips of the full size at a time: one that is being decoded, and the others that are being encoded. It bounds how far the decoder is
    /// ahead of the encoders.
    static let fullStrips = 2

    /// Decodes a picture and hands every tile of every Deep Zoom level that the writer wants to it. Returns when all of them are written.
    /// - Parameters:
    ///   - level: of the picture's own levels the one to begin with; nil for the full size.
    ///   - tileSize: even.
    ///   - progress: receives the built share, from 0 to 1, on the calling thread.
    ///   - isCancelled: asked often, on each of the threads.
    /// - Throws: `damaged` where a pixel is missing (tiles above it may have been written by then), `changedWhileReading`, `cancelled`,
    ///   `io`, `unreadable`, `notEncoded`.
    public func build(
        _ file: ImageSource, _ description: ImageDescription, level: SourceLevel? = nil, tileSize: Int, encoding: Encoding,
        into writer: PyramidWriter,
        progress: (Double) -> Void, isCancelled: @escaping @Sendable () -> Bool
    ) throws(ImagingError) {
        try file.readingStrips(description, level: level, for: encoding, isCancelled: isCancelled) { source throws(ImagingError) in
            let work = PyramidWork(
                PyramidLayout(size: source.size, tileSize: tileSize), source.layout, encoding, writer, fullStrips: Self.fullStrips,
                isCancelled: isCancelled)
            // Where the system has no room for them the decoding thread does it all.
            let threads = (0..<max(1, encoders)).compactMap { _ in
                SystemThread(lowPriority: true) {
                    work.doTasks()
                    Imaging.threadDidEnd()
                }
            }
            do throws(ImagingError) {
                try work.decode(source, progress: progress)
            } catch {
                work.fail(error)
            }
            for thread in threads { thread.join() }
            if let failure = work.failure { throw failure }
        }
    }
}

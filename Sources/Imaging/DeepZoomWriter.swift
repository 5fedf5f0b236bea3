// DeepZoomWriter: a whole pyramid in one file, by libvips' own writer.
public import Geometry
private import CVips
internal import Glibc
internal import Synchronization

/// What a pyramid is written like.
public struct DeepZoomSettings: Hashable, Sendable {
    /// The name inside the archive: its entries are "NAME/NAME.dzi", "NAME/NAME_files/LEVEL/COLUMN_ROW.jpg" and two descriptions.
    public var name: String
    /// The side of a tile in pixels; tiles do not overlap.
    public var tileSize: Int
    /// `jpg`, or `png` for images with alpha. Nothing else is written.
    public var encoding: Encoding
    /// Behind a transparent image where tiles are JPEG.
    public var background: Colour

    public init(name: String, tileSize: Int, encoding: Encoding, background: Colour = .white) {
        self.name = name
        self.tileSize = tileSize
        self.encoding = encoding
        self.background = background
    }
}

extension SourceFile {
    /// Decodes the picture once, from top to bottom where its orientation allows, and writes its pyramid, down to one pixel, as an
    /// uncompressed zip archive (.szi) at `path`. Takes as long as that takes; memory grows with the width alone, except for pictures that
    /// have to be turned, which libvips keeps in a temporary file. `progress` is called on any thread with a share of 0 to 1, and ends the
    /// work by returning false.
    ///
    /// Throws `damaged` where a single pixel is missing, `changedWhileReading`, `cancelled` or `io`; what then stands at `path` is no
    /// pyramid, and the caller's to remove.
    public func writeDeepZoom(
        _ description: ImageDescription, to path: String, _ settings: DeepZoomSettings,
        progress: @escaping @Sendable (Double) -> Bool
    ) throws(ImagingError) {
        guard settings.encoding.format == .jpg || settings.encoding.format == .png else {
            throw .unsupported(reason: "tiles of a pyramid are jpg or png")
        }
        let watcher = ProgressWatcher(progress)
        do throws(ImagingError) {
            let (_, warnings) = try LibraryLog.countingWarnings { () throws(ImagingError) in
                var image = try open(description, sequential: description.isReadInOrder).inStandardColour()
                if settings.encoding.format == .jpg { image = try image.flattened(on: settings.background) }
                let quality = max(1, min(100, settings.encoding.quality))
                let suffix = settings.encoding.format == .jpg ? ".jpg[Q=\(quality),strip]" : ".png[strip]"
                let result = watcher.watching(image) { () -> Int32 in
                    unsafe azv_save_deep_zoom(image.pointer, path, settings.name, suffix, Int32(settings.tileSize))
                }
                guard result == 0 else { throw Library.failure(in: .reading) }
            }
            guard !watcher.isCancelled else { throw .cancelled }
            try description.loader.judge(warnings: warnings)
            guard isUnchanged else { throw .changedWhileReading }
        } catch {
            throw watcher.isCancelled ? .cancelled : blame(error)
        }
    }
}

/// Hears from libvips how far an image is computed, and tells it to stop.
private final class ProgressWatcher: Sendable {
    private let progress: @Sendable (Double) -> Bool
    private let cancelled = Atomic<Bool>(false)

    init(_ progress: @escaping @Sendable (Double) -> Bool) { self.progress = progress }

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// Listens while `body` runs. The image must not be computed by anyone after that.
    func watching<Result>(_ image: ImageHandle, _ body: () -> Result) -> Result {
        unsafe azv_on_progress(image.pointer, progressed, Unmanaged.passUnretained(self).toOpaque())
        return withExtendedLifetime(self, body)
    }

    fileprivate func hear(_ image: UnsafeMutablePointer<VipsImage>, _ share: Double) {
        guard !isCancelled, !progress(share) else { return }
        cancelled.store(true, ordering: .releasing)
        unsafe vips_image_set_kill(image, 1)
    }
}

@c private func progressed(
    _ image: UnsafeMutablePointer<VipsImage>?, _ progress: UnsafeMutablePointer<VipsProgress>?, _ data: UnsafeMutableRawPointer?
) {
    guard let image = unsafe image, let progress = unsafe progress, let data = unsafe data else { return }
    let share = unsafe Double(progress.pointee.npels) / Double(max(1, progress.pointee.tpels))
    unsafe Unmanaged<ProgressWatcher>.fromOpaque(data).takeUnretainedValue().hear(image, min(1, share))
}

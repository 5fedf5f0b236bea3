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
    /// Decodes the picture once, from top to bottom where it can be shown so, and writes its pyramid, down to one pixel, as an uncompressed
    /// zip archive (.szi) to a new or emptied file at `path`. Memory grows with the width alone, except for pictures that have to be
    /// turned, which libvips keeps in a temporary file. `progress` is called on any thread with a share of 0 to 1, and ends the work by
    /// returning false.
    ///
    /// Throws `damaged` where a single pixel is missing, `changedWhileReading`, `cancelled`, `io` or `unsupported`; what then stands at
    /// `path` is no pyramid, and the caller's to remove. It is not synchronised with the disk.
    public func writeDeepZoom(
        _ description: ImageDescription, to path: String, _ settings: DeepZoomSettings,
        progress: @escaping @Sendable (Double) -> Bool
    ) throws(ImagingError) {
        try settings.check()
        let output = unsafe Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard output >= 0 else { throw .io(reason: Self.systemReason()) }
        defer { close(output) }
        let watcher = ProgressWatcher(progress)
        do throws(ImagingError) {
            try reading(description) { () throws(ImagingError) in
                var image = try open(description).inStandardColour()
                if settings.encoding.format == .jpg { image = try image.flattened(on: settings.background) }
                var failure: Int32 = 0
                let result = watcher.watching(image) { [image] in
                    unsafe azv_save_deep_zoom(
                        image.pointer, output, settings.name, settings.suffix, Int32(settings.tileSize), &failure)
                }
                guard failure == 0 else {
                    _ = Vips.takeReason()
                    throw .io(reason: Self.systemReason(failure))
                }
                guard result == 0 else { throw Vips.failure(in: .reading) }
            }
        } catch {
            throw watcher.isCancelled ? .cancelled : error
        }
        guard !watcher.isCancelled else { throw .cancelled }
    }
}

extension DeepZoomSettings {
    fileprivate func check() throws(ImagingError) {
        guard encoding.format == .jpg || encoding.format == .png else { throw .unsupported(reason: "tiles of a pyramid are jpg or png") }
        guard (1...8192).contains(tileSize) else { throw .unsupported(reason: "a tile of a pyramid has 1 to 8192 pixels on a side") }
        guard !name.isEmpty, !name.utf8.contains(where: { "/[]".utf8.contains($0) }) else {
            throw .unsupported(reason: "a pyramid's name has no slash and no brackets")
        }
    }

    /// The file name's ending of a tile, with the options that libvips reads from it.
    fileprivate var suffix: String {
        encoding.format == .jpg ? ".jpg[Q=\(max(1, min(100, encoding.quality))),strip]" : ".png[strip]"
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
        if !isCancelled && !progress(share) { cancelled.store(true, ordering: .releasing) }
        if isCancelled { unsafe vips_image_set_kill(image, 1) }
    }
}

@c private func progressed(
    _ image: UnsafeMutablePointer<VipsImage>?, _ progress: UnsafeMutablePointer<VipsProgress>?, _ data: UnsafeMutableRawPointer?
) {
    guard let image = unsafe image, let progress = unsafe progress, let data = unsafe data else { return }
    let share = unsafe Double(progress.pointee.npels) / Double(max(1, progress.pointee.tpels))
    unsafe Unmanaged<ProgressWatcher>.fromOpaque(data).takeUnretainedValue().hear(image, min(1, share))
}

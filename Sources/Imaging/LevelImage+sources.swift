// Where level images come from besides stored levels: a whole file decoded, or some tiles put together.
public import Geometry
private import CVips

extension LevelImage {
    /// Decodes a whole picture, upright, in sRGB or grey. All of it is held in memory, `size.area` times one to four bytes: for small
    /// sources. Throws `damaged` where a single pixel is missing.
    public convenience init(decoding file: SourceFile, _ description: ImageDescription) throws(ImagingError) {
        do throws(ImagingError) {
            let (pixels, warnings) = try LibraryLog.countingWarnings { () throws(ImagingError) in
                try file.open(description, sequential: description.isReadInOrder).inStandardColour().inMemory()
            }
            try description.loader.judge(warnings: warnings)
            guard file.isUnchanged else { throw .changedWhileReading }
            self.init(pixels)
        } catch {
            throw file.blame(error)
        }
    }

    /// Puts encoded tiles in their places in a level of that size. Only the tiles that the regions to be rendered meet need be given; the
    /// rest is black. Tiles are decoded at once, into memory that spans those given. A tile whose size is not that of its place is
    /// `damaged`.
    public convenience init(size: PixelSize, tiles: [(place: PixelRect, bytes: [UInt8])]) throws(ImagingError) {
        guard let first = tiles.first else { throw .damaged(reason: "there are no tiles") }
        let left = tiles.reduce(first.place.x) { min($0, $1.place.x) }
        let top = tiles.reduce(first.place.y) { min($0, $1.place.y) }
        let right = tiles.reduce(first.place.maxX) { max($0, $1.place.maxX) }
        let bottom = tiles.reduce(first.place.maxY) { max($0, $1.place.maxY) }
        var canvas: ImageHandle?
        for tile in tiles {
            let image = try ImageHandle.decoding(tile.bytes)
            guard image.width == tile.place.width, image.height == tile.place.height else {
                throw .damaged(reason: "a tile of \(image.width) x \(image.height) stands for \(tile.place.width) x \(tile.place.height)")
            }
            if canvas == nil { canvas = try ImageHandle.black(width: right - left, height: bottom - top, bands: image.bands).inMemory() }
            guard let canvas, unsafe azv_draw_image(canvas.pointer, image.pointer, Int32(tile.place.x - left), Int32(tile.place.y - top)) == 0
            else {
                throw Library.failure(in: .reading)
            }
        }
        guard let canvas else { throw .damaged(reason: "there are no tiles") }
        let bands = canvas.bands
        var black = [Double](repeating: 0, count: bands)
        let placed = try Library.run { out in
            unsafe azv_embed(
                canvas.pointer, out, Int32(left), Int32(top), Int32(size.width), Int32(size.height), &black, Int32(bands))
        }
        self.init(placed)
    }
}

extension SourceFile {
    /// The picture of a description, upright, in its own colours.
    func open(_ description: ImageDescription, sequential: Bool) throws(ImagingError) -> ImageHandle {
        let image = try description.loader.open(makeSource(), page: description.loaderPage, sequential: sequential)
        return try image.turnedUpright(description.orientation)
    }
}

extension Loader {
    /// libjpeg's warnings fail a decode strip by strip, but for those of the last strip, which the decoder only tells when it is freed.
    func judge(warnings: Int) throws(ImagingError) {
        if self == .jpeg && warnings > 0 { throw .damaged(reason: Library.takeReason()) }
    }
}

extension ImageHandle {
    /// An encoded tile of ours as pixels.
    fileprivate static func decoding(_ bytes: [UInt8]) throws(ImagingError) -> ImageHandle {
        try unsafe bytes.span.withUnsafeBytes { (buffer) throws(ImagingError) in
            guard let lazy = unsafe azv_load_memory(buffer.baseAddress, buffer.count, VIPS_FAIL_ON_TRUNCATED) else {
                throw Library.failure(in: .reading)
            }
            return try unsafe ImageHandle(adopting: lazy).inMemory()
        }
    }

    /// Black pixels, transparent where there is alpha.
    static func black(width: Int, height: Int, bands: Int) throws(ImagingError) -> ImageHandle {
        let pixels = try Library.run { out in unsafe azv_black(out, Int32(width), Int32(height), Int32(bands)) }
        return try Library.run { out in
            unsafe azv_as(pixels.pointer, out, bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB)
        }
    }
}

// A source of pixels: encoded tiles, decoded and put together.
internal import Geometry
internal import CVips

extension ImageHandle {
    /// Encoded tiles in their places in an image of that size, which is black elsewhere. All tiles are decoded by this call, into memory for
    /// the smallest rectangle that covers them. Throws `damaged` if a tile cannot be decoded, has another size than its place, or if there
    /// are none.
    static func mosaic(_ tiles: [(place: PixelRect, bytes: [UInt8])], of size: PixelSize) throws(ImagingError) -> ImageHandle {
        guard let first = tiles.first else { throw .damaged(reason: "there are no tiles") }
        let span = tiles.reduce(first.place) { $0.union($1.place) }
        var canvas: ImageHandle?
        for (place, bytes) in tiles {
            let tile = try ImageHandle.decoding(bytes, of: place.size, failOn: VIPS_FAIL_ON_TRUNCATED)
            let target = if let canvas { canvas } else { try ImageHandle.black(span.size, bands: tile.bands).inMemory() }
            canvas = target
            let drawn = unsafe azv_draw_image(target.pointer, tile.pointer, Int32(place.x - span.x), Int32(place.y - span.y))
            guard drawn == 0 else { throw Vips.failure(in: .reading) }
        }
        guard let canvas else { throw .damaged(reason: "there are no tiles") }
        return try canvas.embedded(atX: span.x, y: span.y, within: size, background: [Double](repeating: 0, count: canvas.bands))
    }
}

extension PixelRect {
    /// The smallest rectangle that covers both.
    func union(_ other: PixelRect) -> PixelRect {
        let left = min(x, other.x)
        let top = min(y, other.y)
        return PixelRect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }
}

extension ImageHandle {
    /// The pixels of an encoded image, in memory. Throws `damaged` if it cannot be decoded; if it has another size, it is not decoded.
    static func decoding(_ bytes: [UInt8], of size: PixelSize, failOn: VipsFailOn) throws(ImagingError) -> ImageHandle {
        try unsafe bytes.span.withUnsafeBytes { (buffer) throws(ImagingError) in
            guard let lazy = unsafe azv_load_memory(buffer.baseAddress, buffer.count, failOn) else {
                throw Vips.failure(in: .reading)
            }
            let image = unsafe ImageHandle(adopting: lazy)
            guard image.width == size.width, image.height == size.height else {
                throw .damaged(
                    reason: "a tile of \(image.width) x \(image.height) stands where one of \(size.width) x \(size.height) should")
            }
            image.decodeInOneThread()
            return try image.inMemory()
        }
    }
}

// Rendering a region: cut, scale, reduce the colours, encode.
public import Geometry
private import CVips

/// Which part of a level becomes which image.
public struct RegionRender: Hashable, Sendable {
    /// What becomes of the colours; the names are IIIF's.
    public enum Quality: Hashable, Sendable {
        /// As they are.
        case `default`
        /// One channel, and alpha where the image has it and the format keeps it.
        case gray
        /// Black and white, in one channel.
        case bitonal
    }

    /// In the level's pixels; must lie within it, but may reach one pixel beyond its right and bottom edge, which then repeats: so much do
    /// two ways of halving differ.
    public var region: PixelRect
    /// Of the result. Each side is scaled by itself.
    public var size: PixelSize
    /// What is done with the region when it has its size.
    public var turn: Turn
    public var quality: Quality
    public var encoding: Encoding
    /// What lies behind a transparent image, and around a turned one, where the format keeps no alpha. Its own alpha is not used.
    public var background: Colour

    /// Without `size`, the region at its own size.
    public init(
        region: PixelRect, size: PixelSize? = nil, turn: Turn = .none, quality: Quality = .default, encoding: Encoding,
        background: Colour = .white
    ) {
        self.region = region
        self.size = size ?? region.size
        self.turn = turn
        self.quality = quality
        self.encoding = encoding
        self.background = background
    }
}

extension LevelImage {
    /// The region as an encoded image. Throws `damaged` where the pixels cannot be read, `changedWhileReading`, `io`, and `unsupported`
    /// where the region lies outside the level or the format cannot hold the size.
    /// - Parameter sharing: what has the parts of the work done.
    public func render(_ render: RegionRender, sharing: WorkSharing = doAlone) throws(ImagingError) -> [UInt8] {
        try render.encoding.check(render.turn.canvas(of: render.size))
        guard let inside = PixelRect(size).intersection(render.region), inside.x == render.region.x, inside.y == render.region.y,
            render.region.maxX <= size.width + 1, render.region.maxY <= size.height + 1
        else {
            throw .unsupported(reason: "the region lies outside the image")
        }
        if let bytes = try renderPlanes(render, of: inside, sharing) { return bytes }
        return try withPixels(of: inside) { (image) throws(ImagingError) in
            var result = try image.cropped(to: inside).repeatingEdges(to: render.region.size).scaled(to: render.size)
            let keepsAlpha = render.encoding.format.keepsAlpha && render.quality != .bitonal
            if !keepsAlpha { result = try result.flattened(on: render.background) }
            result = try result.turned(render.turn, alpha: keepsAlpha, background: render.background)
            return try result.inQuality(render.quality).encoded(render.encoding)
        }
    }
}

extension ImageHandle {
    func cropped(to region: PixelRect) throws(ImagingError) -> ImageHandle {
        if region == PixelRect(x: 0, y: 0, width: width, height: height) { return self }
        return try Vips.run { out in
            unsafe azv_crop(pointer, out, Int32(region.x), Int32(region.y), Int32(region.width), Int32(region.height))
        }
    }

    /// The image with its last column and row repeated where the size is larger.
    fileprivate func repeatingEdges(to size: PixelSize) throws(ImagingError) -> ImageHandle {
        if size.width == width && size.height == height { return self }
        return try Vips.run { out in unsafe azv_repeat_edges(pointer, out, Int32(size.width), Int32(size.height)) }
    }

    /// Scales to exactly that size: down with Lanczos' kernel, up with cubic interpolation.
    func scaled(to size: PixelSize) throws(ImagingError) -> ImageHandle {
        if size.width == width && size.height == height { return self }
        return try blending(exactly: false) { (image) throws(ImagingError) in
            let lower = PixelSize(width: min(size.width, image.width), height: min(size.height, image.height))
            var result = image
            if lower.width < image.width || lower.height < image.height {
                result = try Vips.run { out in
                    unsafe azv_resize(
                        image.pointer, out, Double(lower.width) / Double(image.width), Double(lower.height) / Double(image.height))
                }
            }
            if size != lower {
                let horizontal = Double(size.width) / Double(lower.width)
                let vertical = Double(size.height) / Double(lower.height)
                result = try result.placed(
                    AxisPlacement(scale: horizontal, origin: 0), AxisPlacement(scale: vertical, origin: 0), within: size)
            }
            guard result.width == size.width, result.height == size.height else {
                throw .unsupported(reason: "scaling gave \(result.width) x \(result.height) and not \(size.width) x \(size.height)")
            }
            return result
        }
    }

    /// Scales and moves by cubic interpolation; beyond its edges the image goes on with its outermost pixels.
    func placed(_ x: AxisPlacement, _ y: AxisPlacement, within size: PixelSize) throws(ImagingError) -> ImageHandle {
        guard let cubic = unsafe vips_interpolate_new("bicubic") else { throw Vips.failure(in: .processing) }
        defer { unsafe g_object_unref(cubic) }
        return try Vips.run { out in
            unsafe azv_affine(
                pointer, out, x.scale, y.scale, x.centreOffset, y.centreOffset, Int32(size.width), Int32(size.height), cubic)
        }
    }

    /// Runs `body` on colours multiplied by their alpha, so that what lies unseen under transparency does not bleed into what is seen.
    /// With alpha the numbers are floats meanwhile, and without it where `exactly` says so: several steps that each round to whole numbers
    /// make an image brighter.
    func blending(
        exactly: Bool, _ body: (ImageHandle) throws(ImagingError) -> ImageHandle
    ) throws(ImagingError) -> ImageHandle {
        guard hasAlpha || exactly else { return try body(self) }
        let floats = try Vips.run { out in
            unsafe hasAlpha ? azv_premultiply(pointer, out) : azv_cast(pointer, out, VIPS_FORMAT_FLOAT, 0)
        }
        let blended = try body(floats)
        let result = try hasAlpha ? Vips.run { out in unsafe azv_unpremultiply(blended.pointer, out) } : blended
        guard vips_band_format_isint(format) != 0 else { return result }
        // Rounded, where a cast alone would cut off.
        let rounded = try Vips.run { out in unsafe azv_linear(result.pointer, out, 1, 0.5) }
        return try Vips.run { out in unsafe azv_cast(rounded.pointer, out, format, 0) }
    }

    fileprivate func inQuality(_ quality: RegionRender.Quality) throws(ImagingError) -> ImageHandle {
        switch quality {
        case .default: return self
        case .gray: return try inGrey()
        case .bitonal:
            let grey = try inGrey()
            return try Vips.run { out in unsafe azv_threshold(grey.pointer, out, 128) }
        }
    }

    private func inGrey() throws(ImagingError) -> ImageHandle {
        if bands < 3 { return self }
        return try Vips.run { out in unsafe azv_colourspace(pointer, out, VIPS_INTERPRETATION_B_W) }
    }
}

/// How pixels of an image come to lie along one axis: an edge at e lies at origin + scale · e.
struct AxisPlacement {
    var scale: Double
    var origin: Double

    /// The same for libvips, whose coordinates are of the centres of pixels: 0 is the centre of the first.
    var centreOffset: Double { origin + scale / 2 - 0.5 }
}

// Regions of JPEG tiles as JPEGs, without a change of colours: decoded, scaled and encoded as planes.
internal import Geometry

extension LevelImage {
    /// The region as a JPEG; nil where it is not to be had this way, be it that the format is another, or that a tile is damaged: the way
    /// that is open to all images says so.
    /// - Throws: what may pass.
    func renderPlanes(_ render: RegionRender, of inside: PixelRect, _ sharing: WorkSharing) throws(ImagingError) -> [UInt8]? {
        guard render.encoding.format == .jpg, render.turn == .none, render.quality == .default,
            inside.size.area <= PlanarMosaic.maximumPixels, PlanarScaling.isPossible(from: render.region.size, to: render.size),
            let mosaic = try PlanarMosaic(planarTiles(inside)), mosaic.place.intersection(inside) == inside
        else { return nil }
        let layout: StripLayout
        switch mosaic.strip.layout {
        case .grey: layout = .grey
        case .colour: layout = .colour(halvesChroma: render.encoding.halvesChroma)
        default: return nil
        }
        guard try mosaic.decode(sharing) else { return nil }
        let scaling = PlanarScaling(
            mosaic.strip, render.region.moved(x: -mosaic.place.x, y: -mosaic.place.y),
            inside: inside.moved(x: -mosaic.place.x, y: -mosaic.place.y), to: render.size, layout)
        return try scaling.scaled(sharing).encoded(render.encoding)
    }
}

extension PixelRect {
    fileprivate func moved(x: Int, y: Int) -> PixelRect { PixelRect(x: self.x + x, y: self.y + y, width: width, height: height) }
}

extension Strip {
    /// The strip as an image of its own.
    fileprivate func encoded(_ encoding: Encoding) throws(ImagingError) -> [UInt8] {
        let size = PixelSize(width: width, height: rows)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: TileEncoder.room(for: size, layout), alignment: 64)
        defer { unsafe buffer.deallocate() }
        let count = try unsafe TileEncoder(encoding).encode(PixelRect(size), of: self, into: buffer)
        return unsafe [UInt8](UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
}

// The shortcut by planes: regions of JPEG tiles become JPEGs without conversion of colours.
internal import Geometry

extension LevelImage {
    /// The plan's region as a JPEG. Nil if this shortcut is not possible: a step forbids it, the format is not JPEG, the level is not made
    /// of JPEG tiles, or a tile is damaged. The way by the steps then gives the image or the error.
    /// - Parameter inside: the part of the plan's region of which the level has pixels.
    /// - Throws: transient errors only.
    func renderPlanes(
        _ plan: RenderPlan, by pipeline: RenderPipeline, of inside: PixelRect, _ sharing: WorkSharing
    ) throws(ImagingError) -> [UInt8]? {
        guard case .region(let region, let size) = plan.frame, plan.encoding.format == .jpg, pipeline.permits(.planes, for: plan),
            inside.size.area <= PlanarMosaic.maximumPixels, PlanarScaling.isPossible(from: region.size, to: size),
            let mosaic = try PlanarMosaic(planarTiles(inside)), mosaic.place.intersection(inside) == inside
        else { return nil }
        let layout: StripLayout
        switch mosaic.strip.layout {
        case .grey: layout = .grey
        case .colour: layout = .colour(halvesChroma: plan.encoding.halvesChroma)
        default: return nil
        }
        guard try mosaic.decode(sharing) else { return nil }
        let scaling = PlanarScaling(
            mosaic.strip, region.moved(x: -mosaic.place.x, y: -mosaic.place.y),
            inside: inside.moved(x: -mosaic.place.x, y: -mosaic.place.y), to: size, layout)
        return try scaling.scaled(sharing).encoded(plan.encoding)
    }
}

extension PixelRect {
    fileprivate func moved(x: Int, y: Int) -> PixelRect { PixelRect(x: self.x + x, y: self.y + y, width: width, height: height) }
}

extension Strip {
    /// The whole strip as one image.
    fileprivate func encoded(_ encoding: Encoding) throws(ImagingError) -> [UInt8] {
        let size = PixelSize(width: width, height: rows)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: TileEncoder.room(for: size, layout), alignment: 64)
        defer { unsafe buffer.deallocate() }
        let count = try unsafe TileEncoder(encoding).encode(PixelRect(size), of: self, into: buffer)
        return unsafe [UInt8](UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
}

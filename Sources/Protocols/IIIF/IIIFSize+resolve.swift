// IIIFSize: the size in pixels for a region, within the server's limits.

import Geometry

extension IIIFSize {
    /// Resolves the size for a region of an image. When a tiled client gives one side of a tile, the result is the tile's size. When the
    /// region is the whole image and one side of a level is given, the result is the level's size, as in `sizes` of info.json (2.1, section
    /// 5.2: both forms name the same image).
    func resolve(_ region: PixelRect, on grid: PyramidGrid, _ limits: IIIFLimits) throws(RequestError) -> PixelSize {
        if let cell = IIIFTileMatcher.size(of: region, asked: form, in: grid) { return cell }
        let size = try resolve(region.size, limits)
        guard region == PixelRect(grid.size) else { return size }
        for level in 0..<grid.levelCount {
            let whole = grid.size(ofLevel: level)
            switch form {
            case .width(whole.width) where abs(whole.height - size.height) <= 1 && limits.allow(whole): return whole
            case .height(whole.height) where abs(whole.width - size.width) <= 1 && limits.allow(whole): return whole
            default: continue
            }
        }
        return size
    }

    /// The size of the result for a region.
    /// - Parameter region: the size of the region in image pixels.
    /// - Throws: `RequestError` for upscaling where it is not allowed, for a size above the limits, and for a size below one pixel.
    func resolve(_ region: PixelSize, _ limits: IIIFLimits) throws(RequestError) -> PixelSize {
        let width = Double(region.width)
        let height = Double(region.height)
        switch form {
        case .full:
            guard limits.allow(region) else { throw overLimit(region, limits) }
            return region
        case .max: return isMarked || !limits.allow(region) ? limits.largest(region) : region
        case .width(let wanted): return try checked(Double(wanted), Double(wanted) * height / width, region, limits)
        case .height(let wanted): return try checked(Double(wanted) * width / height, Double(wanted), region, limits)
        case .exact(let wanted): return try checked(Double(wanted.width), Double(wanted.height), region, limits)
        case .percent(let percent): return try checked(width * percent / 100, height * percent / 100, region, limits)
        case .confined(let bounds):
            let fit = min(Double(bounds.width) / width, Double(bounds.height) / height)
            let scale = mayUpscale ? fit : min(fit, 1)
            // Clients request thumbnails in this form. The shorter side of a narrow image is at least one pixel.
            let size = PixelSize(width: max(1, Int((width * scale).rounded())), height: max(1, Int((height * scale).rounded())))
            return limits.allow(size) ? size : limits.largest(region)
        }
    }

    private func checked(_ width: Double, _ height: Double, _ region: PixelSize, _ limits: IIIFLimits) throws(RequestError) -> PixelSize {
        let width = width.rounded()
        let height = height.rounded()
        if !mayUpscale, width > Double(region.width) || height > Double(region.height) {
            throw refused("at most \(region.width) by \(region.height), the size of the region, unless \"^\" stands in front")
        }
        // Compared before the conversion, which would trap for numbers beyond `Int`.
        if width * height > Double(limits.maxArea) || max(width, height) > Double(limits.maxSide) { throw overLimit(region, limits) }
        if width < 1 || height < 1 { throw refused("at least one pixel along each side") }
        return PixelSize(width: Int(width), height: Int(height))
    }

    private func overLimit(_ region: PixelSize, _ limits: IIIFLimits) -> RequestError {
        // The message names the form that gives the largest allowed size. Without "^", that is "max" only when the region is larger than
        // the limits.
        let largest = isMarked ? "^max" : limits.allow(region) ? nil : "max"
        return refused(limits.description + (largest.map { ", which is what \($0) gives" } ?? ""))
    }

    private func refused(_ allowed: String) -> RequestError {
        RequestError(.badRequest, "size", value: description, allowed: allowed)
    }
}

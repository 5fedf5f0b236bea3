// The pixels that a size parameter means for a region, within the server's limits.

import Geometry

extension IIIFSize {
    /// The size in which a region of this size is delivered.
    /// - Throws: a size larger than the region where that is not allowed, one above the limits, one below a pixel.
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
            // Thumbnails of narrow images are asked for so: a side that would be thinner than a pixel is one.
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
        // Compared before the conversion, which would trap on what no Int can hold.
        if width * height > Double(limits.maxArea) || max(width, height) > Double(limits.maxSide) { throw overLimit(region, limits) }
        if width < 1 || height < 1 { throw refused("at least one pixel along each side") }
        return PixelSize(width: Int(width), height: Int(height))
    }

    private func overLimit(_ region: PixelSize, _ limits: IIIFLimits) -> RequestError {
        // What gives the largest there may be: without the mark that is max only where the region is larger.
        let largest = isMarked ? "^max" : limits.allow(region) ? nil : "max"
        return refused(limits.description + (largest.map { ", which is what \($0) gives" } ?? ""))
    }

    private func refused(_ allowed: String) -> RequestError {
        RequestError(.badRequest, "size", value: description, allowed: allowed)
    }
}

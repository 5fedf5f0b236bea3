// The pixels that a size parameter means for a region, within the server's limit.

import Geometry

extension IIIFSize {
    /// The size in which a region of this size is delivered. `maxArea`, at least 1, is the most pixels there may be.
    /// - Throws: a size larger than the region where that is not allowed, one above the limit, one below a pixel.
    func resolve(_ region: PixelSize, maxArea: Int) throws(RequestError) -> PixelSize {
        let width = Double(region.width)
        let height = Double(region.height)
        switch form {
        case .max:
            let isWhole = !mayUpscale && region.area <= maxArea
            return isWhole ? region : Self.largest(region, maxArea: maxArea)
        case .width(let wanted): return try checked(Double(wanted), Double(wanted) * height / width, region, maxArea)
        case .height(let wanted): return try checked(Double(wanted) * width / height, Double(wanted), region, maxArea)
        case .exact(let wanted): return try checked(Double(wanted.width), Double(wanted.height), region, maxArea)
        case .percent(let percent): return try checked(width * percent / 100, height * percent / 100, region, maxArea)
        case .confined(let bounds):
            let fit = min(Double(bounds.width) / width, Double(bounds.height) / height)
            let scale = mayUpscale ? fit : min(fit, 1)
            let size = PixelSize(width: max(1, Int((width * scale).rounded())), height: max(1, Int((height * scale).rounded())))
            return size.area <= maxArea ? size : Self.largest(region, maxArea: maxArea)
        }
    }

    private func checked(_ width: Double, _ height: Double, _ region: PixelSize, _ maxArea: Int) throws(RequestError) -> PixelSize {
        let width = width.rounded()
        let height = height.rounded()
        if !mayUpscale, width > Double(region.width) || height > Double(region.height) {
            throw refused("at most \(region.width) by \(region.height), the size of the region, unless \"^\" stands in front")
        }
        // Compared before the conversion, which would trap on what no Int can hold.
        if width * height > Double(maxArea) { throw refused("at most \(maxArea) pixels in all, which is what max gives") }
        if width < 1 || height < 1 { throw refused("at least one pixel along each side") }
        return PixelSize(width: Int(width), height: Int(height))
    }

    private func refused(_ allowed: String) -> RequestError {
        RequestError(.badRequest, "size", value: description, allowed: allowed)
    }

    /// The largest size of the region's aspect, as nearly as whole pixels can be, that has no more pixels than `maxArea`.
    private static func largest(_ region: PixelSize, maxArea: Int) -> PixelSize {
        let scale = (Double(maxArea) / (Double(region.width) * Double(region.height))).squareRoot()
        let width = max(1, Int(Double(region.width) * scale))
        let height = max(1, min(Int(Double(region.height) * scale), maxArea / width))
        return PixelSize(width: min(width, maxArea / height), height: height)
    }
}

import Foundation
import Geometry
import Testing
@testable import Imaging

/// Planes scaled with whole numbers, compared with the same in floating point.
@Suite struct PlanarScalingTests {
    private func strip(_ planes: [Picture], _ layout: StripLayout, _ size: PixelSize) -> Strip {
        let strip = Strip(layout: layout, width: size.width, capacity: (size.height + 15) & ~15)
        strip.begin(rows: size.height)
        for (plane, picture) in zip(strip.planes, planes) {
            for y in 0..<picture.height { for x in 0..<picture.width { plane.row(y)[x] = UInt8(picture[x, y, 0]) } }
        }
        return strip
    }

    private func scaled(_ plane: Picture, _ region: PixelRect, to size: PixelSize) -> Picture {
        let source = strip([plane], .grey, plane.size)
        let inside = PixelRect(plane.size).intersection(region)!
        return Picture(PlanarScaling(source, region, inside: inside, to: size, .grey).scaled(doAlone), plane: 0)
    }

    private static let plane = Picture.waves(90, 70, bands: 1)

    /// Each pixel as the weighted sum of the kernel. Beyond the region its outermost pixels are repeated.
    private func expected(_ plane: Picture, _ region: PixelRect, to size: PixelSize) -> Picture {
        func axis(_ start: Int, _ length: Int, _ end: Int, _ count: Int) -> [[(pixel: Int, weight: Double)]] {
            let scale = Double(length) / Double(count)
            let stretch = max(1, scale)
            return (0..<count).map { index in
                let centre = Double(start) + (Double(index) + 0.5) * scale
                let all = (Int(centre - 4 * stretch) - 1...Int(centre + 4 * stretch) + 1).map { pixel in
                    (pixel, scale > 1 ? lanczos((Double(pixel) + 0.5 - centre) / stretch) : cubic(Double(pixel) + 0.5 - centre))
                }
                let sum = all.reduce(0) { $0 + $1.1 }
                return all.map { (max(start, min(end - 1, $0.0)), $0.1 / sum) }
            }
        }
        let columns = axis(region.x, region.width, min(region.maxX, plane.width), size.width)
        let rows = axis(region.y, region.height, min(region.maxY, plane.height), size.height)
        return Picture(width: size.width, height: size.height, bands: 1) { x, y, _ in
            let sum = rows[y].reduce(0) { sum, row in
                sum + row.weight * columns[x].reduce(0) { $0 + $1.weight * Double(plane[$1.pixel, row.pixel, 0]) }
            }
            return Int(sum.rounded())
        }
    }

    private func lanczos(_ x: Double) -> Double {
        if x == 0 { return 1 }
        return abs(x) < 3 ? sin(.pi * x) / (.pi * x) * sin(.pi * x / 3) / (.pi * x / 3) : 0
    }

    private func cubic(_ x: Double) -> Double {
        let x = abs(x)
        if x < 1 { return 1.5 * pow(x, 3) - 2.5 * pow(x, 2) + 1 }
        return x < 2 ? -0.5 * pow(x, 3) + 2.5 * pow(x, 2) - 4 * x + 2 : 0
    }

    @Test(
        "Scaled pixels are the sums of the kernel",
        arguments: [
            (PixelRect(x: 0, y: 0, width: 90, height: 70), PixelSize(width: 90, height: 70)),
            (PixelRect(x: 0, y: 0, width: 90, height: 70), PixelSize(width: 72, height: 56)),
            (PixelRect(x: 11, y: 7, width: 50, height: 41), PixelSize(width: 33, height: 40)),
            (PixelRect(x: 11, y: 7, width: 50, height: 41), PixelSize(width: 7, height: 6)),
            (PixelRect(x: 30, y: 60, width: 60, height: 10), PixelSize(width: 90, height: 80)),
            (PixelRect(x: 3, y: 3, width: 64, height: 64), PixelSize(width: 100, height: 20)),
            (PixelRect(x: 40, y: 30, width: 51, height: 41), PixelSize(width: 40, height: 64)),
            (PixelRect(x: 5, y: 5, width: 1, height: 1), PixelSize(width: 8, height: 8)),
            (PixelRect(x: 80, y: 0, width: 8, height: 8), PixelSize(width: 1, height: 1)),
        ])
    func pixelsAreTheKernelsSums(region: PixelRect, size: PixelSize) {
        let difference = scaled(Self.plane, region, to: size).greatestDifference(expected(Self.plane, region, to: size))
        #expect(difference <= 2)
    }

    @Test("At its own size every pixel stays") func atItsOwnSizeEveryPixelStays() {
        let noise = Picture(width: 90, height: 70, bands: 1) { x, y, _ in (x * 7919 + y * 104_729) % 256 }
        for region in [PixelRect(noise.size), PixelRect(x: 13, y: 5, width: 60, height: 61)] {
            #expect(scaled(noise, region, to: region.size) == noise.cropped(region))
        }
    }

    /// The sum of rounded weights is one.
    @Test("An area of one colour keeps its colour") func whatIsOfOneColourKeepsIt() {
        for value in [0, 1, 127, 128, 254, 255] {
            let plain = Picture(width: 40, height: 30, bands: 1) { _, _, _ in value }
            for width in [5, 7, 19, 33, 39, 40, 41, 77, 163, 320] {
                let size = PixelSize(width: width, height: 31)
                #expect(Set(scaled(plain, PixelRect(plain.size), to: size).bytes) == [UInt8(value)])
            }
        }
    }

    @Test("Black and white stripes do not overflow") func nothingOverflows() {
        let stripes = Picture(width: 64, height: 64, bands: 1) { x, y, _ in (x / 5 + y / 3) % 2 * 255 }
        for size in [PixelSize(width: 50, height: 47), PixelSize(width: 131, height: 97)] {
            let exact = expected(stripes, PixelRect(stripes.size), to: size)
            #expect(scaled(stripes, PixelRect(stripes.size), to: size).greatestDifference(exact) <= 4)
        }
    }

    /// A ramp of chroma does not move, at any origin of the region.
    @Test("Chroma keeps its position, whether it was halved before or is halved after", arguments: [true, false], [true, false])
    func chromaStaysInItsPlace(wasHalved: Bool, becomesHalved: Bool) {
        let size = PixelSize(width: 120, height: 64)
        func ramp(_ shift: Int) -> Picture {
            Picture(width: size.width >> shift, height: size.height >> shift, bands: 1) { x, _, _ in 2 * x << shift + (shift == 1 ? 1 : 0) }
        }
        let chroma = ramp(wasHalved ? 1 : 0)
        let source = strip([ramp(0), chroma, chroma], .colour(halvesChroma: wasHalved), size)
        for region in [PixelRect(x: 20, y: 8, width: 80, height: 40), PixelRect(x: 21, y: 9, width: 75, height: 41)] {
            let target = PixelSize(width: 60, height: 32)
            let layout = StripLayout.colour(halvesChroma: becomesHalved)
            let result = PlanarScaling(source, region, inside: region, to: target, layout).scaled(doAlone)
            for plane in 0..<3 {
                let picture = Picture(result, plane: plane)
                let step = Double(result.layout.shifts[plane] == 1 ? 2 : 1)
                for x in picture.width / 4..<picture.width * 3 / 4 {
                    let place = Double(region.x) + (Double(x) + 0.5) * step * Double(region.width) / Double(target.width)
                    #expect(abs(Double(picture[x, 5, 0]) - 2 * (place - 0.5)) <= 1.5, "plane \(plane)")
                }
            }
        }
    }
}

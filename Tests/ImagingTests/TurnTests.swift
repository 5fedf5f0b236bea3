// Mirrored and turned images, compared with pixels that the tests move and interpolate.
import Foundation
import Geometry
import Testing
@testable import Imaging

@Suite struct TurnTests {
    let folder = Folder()

    private func turned(
        _ picture: Picture, _ turn: Turn, size: PixelSize? = nil, quality: RenderPlan.Quality = .default, format: ImageFormat = .png,
        background: Colour = .white
    ) throws -> Picture {
        let render = RenderPlan(
            region: PixelRect(picture.size), size: size, turn: turn, quality: quality, encoding: Encoding(format, quality: 95),
            background: background)
        return try Picture(decoding: picture.level(in: folder).render(render), in: folder)
    }

    /// The picture mirrored and turned by quarters, pixel by pixel.
    private func moved(_ picture: Picture, quarters: Int, isMirrored: Bool) -> Picture {
        let (width, height) = (picture.width, picture.height)
        let isAcross = quarters % 2 == 1
        return Picture(width: isAcross ? height : width, height: isAcross ? width : height, bands: picture.bands) { x, y, band in
            // The position of the pixel before it was turned clockwise.
            let (column, row) =
                switch quarters {
                case 1: (y, height - 1 - x)
                case 2: (width - 1 - x, height - 1 - y)
                case 3: (width - 1 - y, x)
                default: (x, y)
                }
            return picture[isMirrored ? width - 1 - column : column, row, band]
        }
    }

    @Test("Quarter turns move pixels and change none", arguments: [1, 3, 4, 2], [0, 1, 2, 3])
    func quartersMovePixels(bands: Int, quarters: Int) throws {
        for size in [(1, 1), (3, 2), (65, 31), (1, 40)] {
            let picture = Picture.waves(size.0, size.1, bands: bands)
            for isMirrored in [false, true] {
                let result = try turned(picture, Turn(degrees: Double(quarters) * 90, isMirrored: isMirrored))
                #expect(result == moved(picture, quarters: quarters, isMirrored: isMirrored), "\(size) \(quarters) \(isMirrored)")
            }
        }
    }

    @Test("The image is scaled before it is turned") func sizeComesFirst() throws {
        let result = try turned(.waves(60, 30), Turn(degrees: 90), size: PixelSize(width: 20, height: 10))
        #expect(result.size == PixelSize(width: 10, height: 20))
        let scaled = try turned(.waves(60, 30), .none, size: PixelSize(width: 20, height: 10))
        #expect(result == moved(scaled, quarters: 1, isMirrored: false))
    }

    /// The canvas holds all four corners, and its edges touch them.
    @Test(
        "The canvas is the bounding box of the turned image",
        arguments: [0.0, 0.001, 1, 22.5, 30, 45, 89.9, 90, 91, 133.7, 180, 200.25, 270, 315, 359.999])
    func theCanvasIsTheBoundingBox(degrees: Double) {
        let turn = Turn(degrees: degrees)
        for (width, height) in [(1, 1), (3, 2), (100, 50), (1, 5_000), (65_500, 977)] {
            let canvas = turn.canvas(of: PixelSize(width: width, height: height))
            let angle = degrees * .pi / 180
            let corners = [(0, 0), (width, 0), (0, height), (width, height)].map { corner in
                (
                    x: Double(corner.0) * cos(angle) - Double(corner.1) * sin(angle),
                    y: Double(corner.0) * sin(angle) + Double(corner.1) * cos(angle)
                )
            }
            let box = (
                width: corners.map(\.x).max()! - corners.map(\.x).min()!, height: corners.map(\.y).max()! - corners.map(\.y).min()!
            )
            #expect(Double(canvas.width) >= box.width - 0.002 && Double(canvas.width) < box.width + 1)
            #expect(Double(canvas.height) >= box.height - 0.002 && Double(canvas.height) < box.height + 1)
        }
    }

    /// A pixel of a picture turned about its middle, by bilinear interpolation, and its distance from the edge.
    private func sampled(_ picture: Picture, _ degrees: Double, x: Int, y: Int, on canvas: Picture) -> (inside: Double, pixel: [Double]) {
        let angle = degrees * .pi / 180
        let (dx, dy) = (Double(x) + 0.5 - Double(canvas.width) / 2, Double(y) + 0.5 - Double(canvas.height) / 2)
        // The position in the picture before it was turned.
        let (u, v) = (
            dx * cos(angle) + dy * sin(angle) + Double(picture.width) / 2, -dx * sin(angle) + dy * cos(angle) + Double(picture.height) / 2
        )
        let inside = min(u, v, Double(picture.width) - u, Double(picture.height) - v)
        let (left, top) = ((u - 0.5).rounded(.down), (v - 0.5).rounded(.down))
        let (right, below) = (u - 0.5 - left, v - 0.5 - top)
        func value(_ x: Double, _ y: Double, _ band: Int) -> Double {
            Double(picture[min(max(Int(x), 0), picture.width - 1), min(max(Int(y), 0), picture.height - 1), band])
        }
        let pixel = (0..<picture.bands).map { band in
            (value(left, top, band) * (1 - right) + value(left + 1, top, band) * right) * (1 - below)
                + (value(left, top + 1, band) * (1 - right) + value(left + 1, top + 1, band) * right) * below
        }
        return (inside, pixel)
    }

    /// Outside the picture, pixels are transparent or have the colour of the background.
    @Test("Other angles interpolate inside, and show the background outside", arguments: [10.0, 22.5, 45, 120, 200.25, 315, 0.5])
    func freeAnglesInterpolate(degrees: Double) throws {
        let picture = Picture.waves(90, 60)
        for isMirrored in [false, true] {
            let turn = Turn(degrees: degrees, isMirrored: isMirrored)
            let source = moved(picture, quarters: 0, isMirrored: isMirrored)
            let seen = try turned(picture, turn)
            #expect(seen.bands == 4 && seen.size == turn.canvas(of: picture.size))
            let flat = try turned(picture, turn, format: .gif, background: Colour(red: 10, green: 200, blue: 90))
            let laid = try turned(picture, turn, format: .jpg, background: Colour(red: 10, green: 200, blue: 90))
            #expect(flat.size == seen.size && laid.size == seen.size && laid.bands == 3)
            var (inner, outer, wrong) = (0, 0, 0)
            for y in 0..<seen.height {
                for x in 0..<seen.width {
                    let (inside, expected) = sampled(source, degrees, x: x, y: y, on: seen)
                    if inside > 1.5 {
                        inner += 1
                        let isRight = (0..<3).allSatisfy { band in
                            abs(Double(seen[x, y, band]) - expected[band]) < 4 && abs(Double(laid[x, y, band]) - expected[band]) < 16
                        }
                        if !isRight || seen[x, y, 3] != 255 { wrong += 1 }
                    } else if inside < -1.5 {
                        outer += 1
                        let isBackground = zip(laid.pixel(x, y), [10, 200, 90]).allSatisfy { abs($0 - $1) < 40 }
                        if !isBackground || seen[x, y, 3] != 0 { wrong += 1 }
                    } else if seen[x, y, 3] > 40 {
                        // The edge is smooth: neither darker nor lighter than the picture there.
                        if !(0..<3).allSatisfy({ abs(Double(seen[x, y, $0]) - expected[$0]) < 12 }) { wrong += 1 }
                    }
                }
            }
            #expect(wrong == 0)
            #expect(inner > 90 * 60 * 9 / 10 && (degrees == 0.5 || outer > 200))
        }
    }

    @Test("Each corner of the picture is where it belongs, in its own colour") func corners() throws {
        let colours = [[250, 10, 10], [10, 250, 10], [10, 10, 250], [250, 250, 10]]
        let picture = Picture(width: 120, height: 80) { x, y, band in colours[(x < 60 ? 0 : 1) + (y < 40 ? 0 : 2)][band] }
        for degrees in [30.0, 100, 225, 359] {
            let result = try turned(picture, Turn(degrees: degrees))
            let angle = degrees * .pi / 180
            for (corner, colour) in zip([(-56.0, -36.0), (56, -36), (-56, 36), (56, 36)], colours) {
                let x = corner.0 * cos(angle) - corner.1 * sin(angle) + Double(result.width) / 2
                let y = corner.0 * sin(angle) + corner.1 * cos(angle) + Double(result.height) / 2
                #expect(zip(result.pixel(Int(x), Int(y)), colour + [255]).allSatisfy { abs($0 - $1) <= 3 })
            }
        }
    }

    @Test("The picture's own transparency is turned with it, and its colours do not bleed") func transparencyIsTurned() throws {
        let picture = Picture(width: 60, height: 60, bands: 4) { x, _, band in x < 30 ? [255, 0, 0, 255][band] : [0, 255, 0, 0][band] }
        let result = try turned(picture, Turn(degrees: 30))
        let pixels = (0..<result.width * result.height).map { Array(result.bytes[4 * $0..<4 * $0 + 4]) }
        #expect(pixels.allSatisfy { $0[3] <= 8 || $0[1] <= 3 && $0[0] >= 250 })
        let seen = (0..<result.width * result.height).filter { result.bytes[4 * $0 + 3] > 127 }.count
        #expect(abs(seen - 30 * 60) < 60)
    }

    @Test("Colours are reduced after turning") func qualitiesComeLast() throws {
        let picture = Picture.waves(60, 40)
        let grey = try turned(picture, Turn(degrees: 20), quality: .gray)
        #expect(grey.bands == 2 && grey[0, 0, 1] == 0 && grey[grey.width / 2, grey.height / 2, 1] == 255)
        #expect(try turned(picture, Turn(degrees: 20), quality: .gray, format: .jpg).bands == 1)
        let bitonal = try turned(picture, Turn(degrees: 20), quality: .bitonal)
        #expect(bitonal.bands == 1 && Set(bitonal.bytes) == [0, 255] && bitonal[0, 0, 0] == 255)
        let dark = try turned(picture, Turn(degrees: 20), quality: .bitonal, background: Colour(red: 0, green: 0, blue: 90))
        #expect(dark.bands == 1 && dark[0, 0, 0] == 0)
        let black = try turned(.waves(60, 40, bands: 1), Turn(degrees: 20), format: .jpg)
        #expect(black.bands == 1)
        #expect(
            try turned(.waves(60, 40, bands: 1), Turn(degrees: 20), format: .jpg, background: Colour(red: 255, green: 0, blue: 0)).bands
                == 3)
    }

    /// The limit applies to the size after turning.
    @Test("A turned image that is too large for the format is refused") func tooWideACanvasIsTold() throws {
        let level = try Picture.waves(1, 1).level(in: folder)
        for degrees in [0.0, 90] {
            let render = RenderPlan(
                region: PixelRect(level.size), size: PixelSize(width: 16_384, height: 5), turn: Turn(degrees: degrees),
                encoding: Encoding(.webp))
            #expect(throws: ImagingError.unsupported(reason: "webp has at most 16383 pixels on a side")) { try level.render(render) }
        }
        let render = RenderPlan(
            region: PixelRect(level.size), size: PixelSize(width: 16_384, height: 5), turn: Turn(degrees: 3), encoding: Encoding(.webp))
        #expect(try ImageDescription.describe(folder.source(level.render(render), "turned.webp")).size.width < 16_384)
    }
}

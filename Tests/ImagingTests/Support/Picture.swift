// Picture: pixels that a test holds in its own hands, and what it computes from them independently of the library.
import CVips
import Foundation
import Geometry
@testable import Imaging

struct Picture: Equatable {
    var width: Int
    var height: Int
    var bands: Int
    var bytes: [UInt8]

    init(width: Int, height: Int, bands: Int, bytes: [UInt8]) {
        (self.width, self.height, self.bands, self.bytes) = (width, height, bands, bytes)
    }

    init(width: Int, height: Int, bands: Int = 3, _ value: (_ x: Int, _ y: Int, _ band: Int) -> Int) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(width * height * bands)
        for y in 0..<height { for x in 0..<width { for band in 0..<bands { bytes.append(UInt8(clamping: value(x, y, band))) } } }
        self.init(width: width, height: height, bands: bands, bytes: bytes)
    }

    /// Waves and a ramp of their own for each band: smooth, and nowhere the same.
    static func waves(_ width: Int, _ height: Int, bands: Int = 3) -> Picture {
        Picture(width: width, height: height, bands: bands) { x, y, band in
            let slope = 90 * Double(x) / Double(width) + 60 * Double(y) / Double(height)
            return Int(50 + slope + 40 * sin(Double(x) / Double(7 + band)) * cos(Double(y) / Double(11 + 2 * band)))
        }
    }

    var size: PixelSize { PixelSize(width: width, height: height) }

    subscript(x: Int, y: Int, band: Int) -> Int { Int(bytes[(y * width + x) * bands + band]) }

    func pixel(_ x: Int, _ y: Int) -> [Int] { (0..<bands).map { self[x, y, $0] } }

    /// The binary PPM or PGM of the pixels.
    var ppm: [UInt8] { Array("P\(bands == 1 ? 5 : 6)\n\(width) \(height)\n255\n".utf8) + bytes }

    func cropped(_ rect: PixelRect) -> Picture {
        Picture(width: rect.width, height: rect.height, bands: bands) { x, y, band in self[rect.x + x, rect.y + y, band] }
    }

    /// Each pixel the average of two by two, with the last column and row repeated where they stand alone.
    func halved() -> Picture {
        Picture(width: (width + 1) / 2, height: (height + 1) / 2, bands: bands) { x, y, band in
            let right = min(2 * x + 1, width - 1)
            let below = min(2 * y + 1, height - 1)
            return (self[2 * x, 2 * y, band] + self[right, 2 * y, band] + self[2 * x, below, band] + self[right, below, band] + 2) / 4
        }
    }

    /// The picture as a viewer shows it that obeys an EXIF orientation (EXIF 2.32, table 6).
    func oriented(_ orientation: Int) -> Picture {
        let turned = orientation >= 5
        return Picture(width: turned ? height : width, height: turned ? width : height, bands: bands) { x, y, band in
            switch orientation {
            case 2: self[width - 1 - x, y, band]
            case 3: self[width - 1 - x, height - 1 - y, band]
            case 4: self[x, height - 1 - y, band]
            case 5: self[y, x, band]
            case 6: self[y, height - 1 - x, band]
            case 7: self[width - 1 - y, height - 1 - x, band]
            case 8: self[width - 1 - y, x, band]
            default: self[x, y, band]
            }
        }
    }

    /// Peak signal to noise in decibels; infinite where the pictures are the same, 0 where they have not even one size.
    func psnr(_ other: Picture) -> Double {
        guard width == other.width, height == other.height, bands == other.bands else { return 0 }
        let squares = zip(bytes, other.bytes).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
        return squares == 0 ? .infinity : 10 * log10(255 * 255 * Double(bytes.count) / squares)
    }

    /// The greatest difference of a single value; 256 where the pictures have not even one size.
    func greatestDifference(_ other: Picture) -> Int {
        guard width == other.width, height == other.height, bands == other.bands else { return 256 }
        return zip(bytes, other.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
    }
}

extension Picture {
    /// The pixels of a level.
    init(_ level: LevelImage) throws {
        self = try level.withPixels(of: PixelRect(level.size)) { (image) throws(ImagingError) in
            var count = 0
            guard let memory = vips_image_write_to_memory(image.pointer, &count) else { throw Vips.failure(in: .reading) }
            defer { g_free(memory) }
            let bytes = [UInt8](UnsafeRawBufferPointer(start: memory, count: count))
            return Picture(width: image.width, height: image.height, bands: image.bands, bytes: bytes)
        }
    }

    /// The pixels of an encoded image.
    init(decoding bytes: [UInt8], in folder: Folder) throws {
        let file = try folder.source(bytes, "decoding-\(UUID().uuidString)")
        try self.init(LevelImage(decoding: file, ImageDescription.describe(file)))
    }

    /// A level that holds these pixels.
    func level(in folder: Folder) throws -> LevelImage {
        let file = try bands == 1 || bands == 3 ? folder.source(ppm, "level.ppm") : folder.source(TIFF(self).bytes(), "level.tif")
        return try LevelImage(decoding: file, ImageDescription.describe(file))
    }

    /// The pixels as a file of that format.
    func encoded(_ format: ImageFormat, quality: Int = 90, in folder: Folder) throws -> [UInt8] {
        let level = try level(in: folder)
        return try level.render(RenderPlan(region: PixelRect(level.size), encoding: Encoding(format, quality: quality)))
    }
}

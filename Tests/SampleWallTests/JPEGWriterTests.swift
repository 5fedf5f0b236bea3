// The JPEG writer of the sample: every row is asked for once, and a file that cannot be written is an error.

import CJPEG
import Glibc
import Imaging
import Synchronization
import Testing
import TestSupport
@testable import sample_wall

@Suite struct JPEGWriterTests {
    let folder = TemporaryFolder()

    /// Starts libvips as all tests of this process do, which share it.
    init() throws { try Imaging.start(threadsPerOperation: 2) }

    @Test("Rows become an image", arguments: [(1, 1), (333, 517), (3000, 5)]) func rowsBecomeAnImage(width: Int, height: Int) throws {
        let pixels = waves(width, height)
        let asked = Mutex<[Int]>([])
        try JPEGWriter.write(to: folder / "rows.jpg", width: width, height: height, quality: 95) { rows, strip in
            asked.withLock { $0 += rows }
            strip = Array(pixels[rows.lowerBound * width * 3..<rows.upperBound * width * 3])
        }
        let decoded = try decode(folder / "rows.jpg")
        #expect(decoded.width == width && decoded.height == height)
        #expect(psnr(decoded.pixels, pixels) > 38)
        #expect(asked.withLock { $0.sorted() } == Array(0..<height))
    }

    @Test("A file that cannot be written is an error") func aFileThatCannotBeWrittenIsAnError() {
        #expect(throws: JPEGWriter.Failure.self) {
            try JPEGWriter.write(to: "/dev/full", width: 2000, height: 2000, quality: 90) { rows, strip in
                strip = (0..<rows.count * 6000).map { UInt8(truncatingIfNeeded: $0 &* $0) }
            }
        }
        for name in ["no/x.jpg", "short.jpg"] {
            #expect(throws: JPEGWriter.Failure.self) {
                try JPEGWriter.write(to: folder / name, width: 2000, height: 2000, quality: 90) { _, _ in }
            }
        }
    }
}

/// Waves and a ramp of their own for each band: smooth, and nowhere the same.
private func waves(_ width: Int, _ height: Int) -> [UInt8] {
    (0..<height * width * 3).map { index in
        let (x, y, band) = (index / 3 % width, index / 3 / width, index % 3)
        let slope = 90 * Double(x) / Double(width) + 60 * Double(y) / Double(height)
        return UInt8(clamping: Int(50 + slope + 40 * sin(Double(x) / Double(7 + band)) * cos(Double(y) / Double(11 + 2 * band))))
    }
}

/// The peak signal-to-noise ratio in decibels; 0 if the sizes differ.
private func psnr(_ first: [UInt8], _ second: [UInt8]) -> Double {
    guard first.count == second.count else { return 0 }
    let squares = zip(first, second).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
    return squares == 0 ? .infinity : 10 * log10(255 * 255 * Double(first.count) / squares)
}

/// Decodes a JPEG file with TurboJPEG, which shares no code with the writer.
private func decode(_ path: String) throws -> (width: Int, height: Int, pixels: [UInt8]) {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var jpeg = [UInt8](repeating: 0, count: 1 << 22)
    jpeg.removeSubrange(fread(&jpeg, 1, jpeg.count, file)...)
    let handle = tjInitDecompress()
    defer { tjDestroy(handle) }
    var (width, height, sampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
    try #require(tjDecompressHeader3(handle, jpeg, UInt(jpeg.count), &width, &height, &sampling, &colours) == 0)
    var pixels = [UInt8](repeating: 0, count: Int(width) * Int(height) * 3)
    let format = Int32(TJPF_RGB.rawValue)
    try #require(tjDecompress2(handle, jpeg, UInt(jpeg.count), &pixels, width, 0, height, format, TJFLAG_ACCURATEDCT) == 0)
    return (Int(width), Int(height), pixels)
}

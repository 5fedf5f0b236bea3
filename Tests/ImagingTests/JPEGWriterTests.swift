import Geometry
import Synchronization
import Testing
@testable import Imaging

@Suite struct JPEGWriterTests {
    let folder = Folder()

    @Test(arguments: [(1, 1), (333, 517), (3000, 5)]) func rowsBecomeAnImage(width: Int, height: Int) throws {
        let picture = Picture.waves(width, height)
        let asked = Mutex<[Int]>([])
        try JPEGWriter.write(to: folder.path(of: "rows.jpg"), size: picture.size, quality: 95) { rows, strip in
            asked.withLock { $0 += rows }
            strip = Array(picture.bytes[rows.lowerBound * width * 3..<rows.upperBound * width * 3])
        }
        #expect(try Picture(decoding: folder.read("rows.jpg"), in: folder).psnr(picture) > 38)
        #expect(asked.withLock { $0.sorted() } == Array(0..<height))
    }

    @Test func whatCannotBeWrittenIsAnError() {
        let size = PixelSize(width: 2000, height: 2000)
        #expect(throws: ImagingError.self) {
            try JPEGWriter.write(to: "/dev/full", size: size, quality: 90) { rows, strip in
                strip = (0..<rows.count * 6000).map { UInt8(truncatingIfNeeded: $0 &* $0) }
            }
        }
        #expect(throws: ImagingError.self) { try JPEGWriter.write(to: folder.path(of: "no/x.jpg"), size: size, quality: 90) { _, _ in } }
        #expect(throws: ImagingError.self) { try JPEGWriter.write(to: folder.path(of: "short.jpg"), size: size, quality: 90) { _, _ in } }
    }
}

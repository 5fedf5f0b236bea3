import Geometry
import Synchronization
import Testing
@testable import Imaging

/// Whole pyramids in one file.
@Suite struct DeepZoomTests {
    let folder = Folder()

    private func pyramid(
        of bytes: [UInt8], tileSize: Int, _ encoding: Encoding = Encoding(.png), name: String = "image",
        progress: @escaping @Sendable (Double) -> Bool = { _ in true }
    ) throws -> Archive {
        let file = try folder.source(bytes, "source")
        let path = folder.path(of: "image.part")
        let settings = DeepZoomSettings(name: name, tileSize: tileSize, encoding: encoding)
        try file.writeDeepZoom(ImageDescription.describe(file), to: path, settings, progress: progress)
        return try Archive(folder.read("image.part"))
    }

    /// Each tile of each level, at odd sizes, against the box reduction of the level above it.
    @Test(arguments: [(1, 1), (1, 500), (301, 199), (64, 64), (65, 129), (3, 2)])
    func everyTileHasItsPixels(width: Int, height: Int) throws {
        let archive = try pyramid(of: Picture.waves(width, height).ppm, tileSize: 64)
        var level = Picture.waves(width, height)
        var number = 0
        while 1 << number < max(width, height) { number += 1 }
        var names: Set<String> = []
        while true {
            for row in 0...(level.height - 1) / 64 {
                for column in 0...(level.width - 1) / 64 {
                    let name = "image/image_files/\(number)/\(column)_\(row).png"
                    names.insert(name)
                    let place = PixelRect(
                        x: column * 64, y: row * 64, width: min(64, level.width - column * 64), height: min(64, level.height - row * 64))
                    let tile = try Picture(decoding: #require(archive.entries[name]), in: folder)
                    #expect(tile.greatestDifference(level.cropped(place)) <= 1, "\(name)")
                }
            }
            if number == 0 { break }
            number -= 1
            level = level.halved()
        }
        #expect(level.size == PixelSize(width: 1, height: 1))
        #expect(Set(archive.entries.keys.filter { $0.hasSuffix(".png") }) == names)
    }

    @Test func longAndThinImagesWork() throws {
        let archive = try pyramid(of: Picture.waves(1, 5000).ppm, tileSize: 256)
        #expect(archive.entries["image/image_files/13/0_19.png"] != nil)
        #expect(archive.entries["image/image_files/0/0_0.png"] != nil)
    }

    @Test func jpegTilesAreGood() throws {
        let picture = Picture.waves(300, 200)
        let archive = try pyramid(of: picture.ppm, tileSize: 128, Encoding(.jpg, quality: 80), name: "map")
        let tile = try Picture(decoding: #require(archive.entries["map/map_files/9/2_1.jpg"]), in: folder)
        #expect(tile.psnr(picture.cropped(PixelRect(x: 256, y: 128, width: 44, height: 72))) > 35)
        let descriptor = String(decoding: try #require(archive.entries["map/map.dzi"]), as: UTF8.self)
        #expect(descriptor.contains(#"TileSize="128""#) && descriptor.contains(#"Overlap="0""#) && descriptor.contains(#"Width="300""#))
    }

    @Test func alphaIsKeptInPNG() throws {
        let picture = Picture(width: 40, height: 30, bands: 4) { x, y, band in [x, y, 128, x * 6][band] }
        let archive = try pyramid(of: TIFF(picture).bytes(), tileSize: 64)
        #expect(try Picture(decoding: #require(archive.entries["image/image_files/6/0_0.png"]), in: folder) == picture)
    }

    @Test func progressRisesAndCancels() throws {
        let bytes = Picture.waves(600, 900).ppm
        let seen = Mutex<[Double]>([])
        _ = try pyramid(of: bytes, tileSize: 64) { share in
            seen.withLock { $0.append(share) }
            return true
        }
        let shares = seen.withLock { $0 }
        #expect(shares.count > 3 && shares.allSatisfy { (0...1).contains($0) } && shares == shares.sorted())
        #expect(throws: ImagingError.cancelled) { try pyramid(of: bytes, tileSize: 64) { $0 < 0.3 } }
    }

    /// libvips by itself would wait for itself for ever where it cannot write.
    @Test func aDiskThatIsFullIsAnError() throws {
        let file = try folder.source(Picture.waves(600, 600).ppm, "source.ppm")
        let settings = DeepZoomSettings(name: "image", tileSize: 64, encoding: Encoding(.png))
        #expect(throws: ImagingError.io(reason: "No space left on device")) {
            try file.writeDeepZoom(ImageDescription.describe(file), to: "/dev/full", settings) { _ in true }
        }
        #expect(throws: ImagingError.io(reason: "No such file or directory")) {
            try file.writeDeepZoom(ImageDescription.describe(file), to: folder.path(of: "no/x.szi"), settings) { _ in true }
        }
    }

    @Test func settingsAreChecked() throws {
        let file = try folder.source(Picture.waves(6, 6).ppm, "source.ppm")
        let description = try ImageDescription.describe(file)
        let wrong = [("a/b", 64, ImageFormat.png), ("", 64, .png), ("a[b]", 64, .png), ("a", 0, .png), ("a", 64, .webp)]
        for (name, tileSize, format) in wrong {
            let settings = DeepZoomSettings(name: name, tileSize: tileSize, encoding: Encoding(format))
            #expect(throws: ImagingError.self) { try file.writeDeepZoom(description, to: folder.path(of: "x"), settings) { _ in true } }
        }
    }
}

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

import CJPEG
import Foundation
import Geometry
import Testing
@testable import Imaging

/// Reading strips from sources, halving and encoding them.
@Suite struct StripTests {
    let folder = Folder()

    /// All planes of a source, read in strips of that many rows.
    private func planes(of bytes: [UInt8], _ encoding: Encoding, rows: Int) throws -> (StripLayout, [Picture]) {
        let file = try folder.source(bytes, "source")
        return try file.readingStrips(ImageDescription.describe(file), for: encoding) { source throws(ImagingError) in
            var strips: [[Picture]] = []
            var row = 0
            while row < source.size.height {
                let strip = Strip(layout: source.layout, width: source.size.width, capacity: rows)
                try source.read(into: strip)
                strips.append(strip.planes.indices.map { Picture(strip, plane: $0) })
                row += strip.rows
            }
            return (source.layout, strips[0].indices.map { plane in Picture(stacking: strips.map { $0[plane] }) })
        }
    }

    // MARK: - Planes of JPEG

    static let sizes = [(1, 1), (2, 3), (16, 16), (17, 33), (64, 100), (301, 199)]

    /// Planes that have the wanted subsampling are not changed.
    @Test("The planes of a JPEG are its own", arguments: sizes, [16, 48])
    func planesOfAJPEGAreItsOwn(size: (Int, Int), rows: Int) throws {
        let picture = Picture.waves(size.0, size.1)
        for (sampling, quality, halved) in [(TJSAMP_420, 80, true), (TJSAMP_444, 95, false)] {
            let jpeg = try picture.jpeg(sampling)
            let (layout, planes) = try planes(of: jpeg, Encoding(.jpg, quality: quality), rows: rows)
            #expect(layout == .colour(halvesChroma: halved))
            let isSame = try planes == Picture.planes(of: jpeg)
            #expect(isSame)
        }
        let grey = try Picture.waves(size.0, size.1, bands: 1).jpeg(TJSAMP_GRAY)
        let (layout, planes) = try planes(of: grey, Encoding(.jpg), rows: rows)
        #expect(layout == .grey)
        let isSame = try planes == Picture.planes(of: grey)
        #expect(isSame)
    }

    /// Chroma is halved along the axes along which the file has it whole.
    @Test("Chroma is halved once", arguments: sizes, [TJSAMP_444, TJSAMP_422, TJSAMP_440])
    func chromaIsHalvedOnce(size: (Int, Int), sampling: TJSAMP) throws {
        let jpeg = try Picture.waves(size.0, size.1).jpeg(sampling)
        let (layout, planes) = try planes(of: jpeg, Encoding(.jpg, quality: 80), rows: 32)
        #expect(layout == .colour(halvesChroma: true))
        let own = try Picture.planes(of: jpeg)
        let isSame = planes[0] == own[0]
        #expect(isSame)
        for plane in 1...2 {
            let whole = own[plane]
            let (width, height) = ((size.0 + 1) / 2, (size.1 + 1) / 2)
            func mean(_ x: Int, _ y: Int) -> Int {
                let columns = whole.width == width ? [x] : [2 * x, min(2 * x + 1, whole.width - 1)]
                let rows = whole.height == height ? [y] : [2 * y, min(2 * y + 1, whole.height - 1)]
                let values = rows.flatMap { row in columns.map { whole[$0, row, 0] } }
                return values.reduce(0, +) * 4 / values.count
            }
            #expect((planes[plane].width, planes[plane].height) == (width, height))
            let isRounded = (0..<height).allSatisfy { y in (0..<width).allSatisfy { abs(4 * planes[plane][$0, y, 0] - mean($0, y)) <= 3 } }
            #expect(isRounded, "plane \(plane)")
        }
    }

    /// So is a JPEG of other colours.
    @Test("A JPEG of another subsampling is read by way of RGB")
    func otherSamplingsComeAsColours() throws {
        let picture = Picture.waves(101, 67)
        for (sampling, quality) in [(TJSAMP_411, 80), (TJSAMP_420, 95)] {
            let (layout, planes) = try planes(of: picture.jpeg(sampling), Encoding(.jpg, quality: quality), rows: 16)
            #expect(layout == .colour(halvesChroma: quality < 90))
            let expected = try Picture.planes(of: picture.jpeg(TJSAMP_420, quality: 100))[0]
            #expect(planes[0].psnr(expected) > 40)
        }
    }

    @Test("A progressive JPEG has the planes of a baseline JPEG")
    func progressiveAndBaselineAreTheSame() throws {
        let picture = Picture.waves(133, 97)
        let baseline = try planes(of: picture.jpeg(TJSAMP_420), Encoding(.jpg), rows: 16).1
        #expect(try planes(of: picture.jpeg(TJSAMP_420, isProgressive: true), Encoding(.jpg), rows: 16).1 == baseline)
    }

    // MARK: - Other sources

    @Test("The pixels of other formats become planes", arguments: [1, 3])
    func picturesBecomePlanes(bands: Int) throws {
        let picture = Picture.waves(133, 197, bands: bands)
        let (layout, planes) = try planes(of: picture.ppm, Encoding(.jpg), rows: 48)
        #expect(layout == (bands == 1 ? .grey : .colour(halvesChroma: true)))
        let own = try Picture.planes(of: picture.jpeg(bands == 1 ? TJSAMP_GRAY : TJSAMP_420, quality: 100))
        for (plane, expected) in zip(planes, own) { #expect(plane.greatestDifference(expected) <= 3) }
    }

    @Test("Strips for PNG keep alpha", arguments: [2, 4])
    func alphaStays(bands: Int) throws {
        let picture = Picture.waves(133, 197, bands: bands)
        let (layout, planes) = try planes(of: TIFF(picture).bytes(), Encoding(.png), rows: 48)
        #expect(layout == .alpha(bands: bands))
        let isSame = planes == [picture]
        #expect(isSame)
    }

    // MARK: - Halving and encoding

    /// The mean is rounded up or down, so that the picture becomes neither brighter nor darker.
    @Test("Halved pixels are the mean of two by two", arguments: [(1, 1), (2, 2), (15, 9), (64, 32), (129, 31)])
    func halvesAreMeans(width: Int, height: Int) throws {
        var random = SeededGenerator(UInt64(width))
        let noise = Picture(width: width, height: height, bands: 1) { _, _, _ in Int.random(in: 0...255, using: &random) }
        let (strip, half) = try halved(noise)
        #expect(Picture(strip, plane: 0).greatestDifference(noise) == 0)
        var sum = 0
        for y in 0..<half.height {
            for x in 0..<half.width {
                let (right, below) = (min(2 * x + 1, width - 1), min(2 * y + 1, height - 1))
                let four = noise[2 * x, 2 * y, 0] + noise[right, 2 * y, 0] + noise[2 * x, below, 0] + noise[right, below, 0]
                #expect(abs(4 * half[x, y, 0] - four) <= 2)
                sum += 4 * half[x, y, 0] - four
            }
        }
        if width * height > 1_000 { #expect(abs(sum) < half.width * half.height / 4) }
    }

    /// A strip of one grey picture, and its half.
    private func halved(_ picture: Picture) throws -> (Strip, Picture) {
        let file = try folder.source(picture.ppm, "grey")
        return try file.readingStrips(ImageDescription.describe(file), for: Encoding(.jpg)) { source throws(ImagingError) in
            let strip = Strip(layout: .grey, width: picture.width, capacity: (picture.height + 15) / 16 * 16)
            try source.read(into: strip)
            let half = Strip(layout: .grey, width: (picture.width + 1) / 2, capacity: strip.capacity)
            half.begin(rows: (picture.height + 1) / 2)
            for first in stride(from: 0, to: picture.width, by: 16) {
                strip.halve(columns: first..<min(first + 16, picture.width), into: half, atRow: 0)
            }
            return (strip, Picture(half, plane: 0))
        }
    }

    /// Transparent pixels do not change the colours of others.
    @Test("Halving weights colours by alpha")
    func transparentPixelsDoNotCount() throws {
        let picture = Picture(width: 2, height: 2, bands: 4, bytes: [200, 100, 50, 255, 0, 0, 0, 0, 200, 100, 50, 255, 9, 9, 9, 0])
        let file = try folder.source(TIFF(picture).bytes(), "alpha")
        try file.readingStrips(ImageDescription.describe(file), for: Encoding(.png)) { source throws(ImagingError) in
            let strip = Strip(layout: source.layout, width: 2, capacity: 16)
            try source.read(into: strip)
            let half = Strip(layout: source.layout, width: 1, capacity: 16)
            half.begin(rows: 1)
            strip.halve(columns: 0..<2, into: half, atRow: 0)
            #expect(Picture(half, plane: 0).bytes == [200, 100, 50, 128])
        }
    }

    /// Also at the edges, and with odd sizes.
    @Test("A tile has the pixels of its place in the strip", arguments: [1, 3, 4])
    func tilesHaveTheirPixels(bands: Int) throws {
        let picture = Picture.waves(77, 53, bands: bands)
        let encoding = Encoding(bands == 4 ? .png : .jpg, quality: 95)
        let file = try folder.source(bands == 4 ? TIFF(picture).bytes() : picture.ppm, "tiles")
        let places = [PixelRect(x: 0, y: 0, width: 32, height: 32), PixelRect(x: 64, y: 32, width: 13, height: 21)]
        let tiles = try file.readingStrips(ImageDescription.describe(file), for: encoding) { source throws(ImagingError) in
            let strip = Strip(layout: source.layout, width: picture.width, capacity: 64)
            try source.read(into: strip)
            let encoder = try TileEncoder(encoding)
            return try places.map { (place) throws(ImagingError) -> [UInt8] in
                let room = TileEncoder.room(for: place.size, source.layout)
                let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 1)
                defer { memory.deallocate() }
                return Array(memory.prefix(try encoder.encode(place, of: strip, into: memory)))
            }
        }
        for (place, tile) in zip(places, tiles) {
            #expect(try Picture(decoding: tile, in: folder).psnr(picture.cropped(place)) > 38)
        }
    }

    /// TurboJPEG refuses a width that no JPEG can have.
    @Test("A strip may be wider than any JPEG", arguments: [Encoding(.jpg, quality: 80), Encoding(.jpg, quality: 95)])
    func widerThanAnyJPEG(encoding: Encoding) throws {
        let width = 140_001
        let picture = Picture(width: width, height: 3, bands: 3, bytes: (0..<9 * width).map { UInt8(truncatingIfNeeded: $0 * $0 / 977) })
        let planes = try planes(of: picture.ppm, encoding, rows: 16).1
        for first in [0, 65_400, 130_900] {
            let count = min(200, width - first)
            let part = picture.cropped(PixelRect(x: first, y: 0, width: count, height: 3))
            let expected = try self.planes(of: part.ppm, encoding, rows: 16).1
            for (plane, expected) in zip(planes, expected) {
                let shift = plane.width == width ? 0 : 1
                #expect(plane.cropped(PixelRect(x: first >> shift, y: 0, width: expected.width, height: expected.height)) == expected)
            }
        }
    }

    // MARK: - Damage

    /// The decoder reads all scans before the first row.
    @Test("Reading can be cancelled before the first row")
    func cancelledBeforeTheFirstRow() throws {
        let file = try folder.source(Picture.waves(200, 150).jpeg(TJSAMP_420, isProgressive: true), "progressive.jpg")
        let description = try ImageDescription.describe(file)
        var questions = 0
        #expect(throws: ImagingError.cancelled) {
            try file.readingStrips(description, for: Encoding(.jpg)) {
                questions += 1
                return questions == 20
            } _: { _ in
                Issue.record("there are strips")
            }
        }
        #expect(questions == 20)
    }

    /// A decoder goes over the whole picture for a scan of a few bytes.
    @Test("A JPEG of too many scans is refused")
    func tooManyScansAreRefused() throws {
        var jpeg = try Picture(width: 64, height: 64, bands: 1, bytes: [UInt8](repeating: 9, count: 4_096)).jpeg(TJSAMP_GRAY)
        let frame = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xff, 0xc0]) })
        let first = try #require(jpeg.indices.first { jpeg[$0...].starts(with: [0xff, 0xda]) })
        jpeg[frame + 1] = 0xc2
        // The first coefficient of each of 64 blocks, with all its bits: none, which is 00 in the usual table. It may be said again.
        let scan: [UInt8] = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 16)
        func repeated(_ count: Int) -> [UInt8] { jpeg[..<first] + (0..<count).flatMap { _ in scan } + [0xff, 0xd9] }
        let few = try folder.source(repeated(500), "few.jpg")
        try few.readAllStrips(ImageDescription.describe(few))
        let many = repeated(501)
        let file = try folder.source(many, "many.jpg")
        let error = ImagingError.unreadable(reason: "a JPEG may have at most 500 scans")
        for isLenient in [false, true] {
            let description = try ImageDescription.describe(file, isLenient: isLenient)
            #expect(throws: error) { try file.readAllStrips(description) }
            #expect(throws: error) { try file.thumbnail(description, side: 64, quality: 80) }
        }
        #expect(throws: ImagingError.unreadable(reason: "a tile is a JPEG of too many scans")) {
            _ = try TileJPEG(TileJPEG.Head(tables: [], transform: nil), many).check()
        }
    }

    /// Counts as the decoder does, whatever looks like a marker in between.
    @Test("Scans are counted")
    func scansAreCounted() throws {
        let picture = Picture.waves(300, 200)
        func count(_ jpeg: [UInt8], limit: Int32 = 500) throws -> Int32 {
            let file = try folder.source(jpeg, "counted")
            var source = file.forC
            return withExtendedLifetime(file) { azj_count_scans(&source, limit) }
        }
        let scan: [UInt8] = [0xff, 0xda]
        let comment: [UInt8] = [0xff, 0xfe, 0, 12] + scan + scan + scan + scan + [0xff, 0xd9]
        let baseline = try picture.jpeg(TJSAMP_420)
        let progressive = try picture.jpeg(TJSAMP_420, isProgressive: true)
        #expect(try count(baseline) == 1)
        #expect(try count(progressive) == 10 && count(progressive, limit: 3) == 4)
        #expect(try count(progressive[..<2] + comment + progressive[2...] + baseline) == 10)
        // Longer than the pieces that are read.
        let long = [UInt8]([0xff, 0xfe, 0xff, 0xff]) + [UInt8](repeating: 0xff, count: 65_533)
        #expect(try count(baseline[..<2] + long + long + baseline[2...]) == 1)
        for cut in [[], [0xff], scan, Array(progressive.dropLast(2)), scan + [0, 0]] { #expect(try count(cut) <= 10) }
    }

    /// A pyramid is laid out for the size in the description.
    @Test("A picture of another size than described is damaged")
    func anotherSizeThanDescribedIsDamage() throws {
        for (small, large) in try [
            (Picture.waves(90, 60).ppm, Picture.waves(90, 61).ppm),
            (Picture.waves(90, 60).jpeg(TJSAMP_420), Picture.waves(91, 60).jpeg(TJSAMP_420)),
        ] {
            let description = try ImageDescription.describe(folder.source(small, "small"))
            let file = try folder.source(large, "large")
            do {
                _ = try file.readingStrips(description, for: Encoding(.jpg)) { _ in Issue.record("there are strips") }
            } catch {
                #expect(error.isDamage)
            }
        }
    }

    @Test("A JPEG that lacks few bytes is damaged", arguments: [TJSAMP_420, TJSAMP_444])
    func aShortFileIsDamaged(sampling: TJSAMP) throws {
        let whole = try Picture.waves(200, 150).jpeg(sampling)
        for missing in [1, 2, 3, 50, whole.count / 2, whole.count - 700] {
            #expect(throws: ImagingError.self, "\(missing) bytes less") {
                try planes(of: Array(whole.dropLast(missing)), Encoding(.jpg), rows: 16)
            }
        }
        var zeroed = whole
        for index in zeroed.indices.dropLast(2).suffix(300) { zeroed[index] = 0 }
        #expect(throws: ImagingError.self) { try planes(of: zeroed, Encoding(.jpg), rows: 16) }
    }

    @Test("A file that changes is an error before its rows are used")
    func aFileThatChangesIsNoticedBeforeItsRowsAreSeen() throws {
        let jpeg = try Picture.waves(200, 150).jpeg(TJSAMP_420)
        let path = folder.write(jpeg, "changing")
        let file = try ImageSource(path: path)
        let description = try ImageDescription.describe(file)
        #expect(throws: ImagingError.changedWhileReading) {
            try file.readingStrips(description, for: Encoding(.jpg)) { source throws(ImagingError) in
                let strip = Strip(layout: source.layout, width: source.size.width, capacity: 16)
                try source.read(into: strip)
                let handle = try? FileHandle(forWritingTo: URL(fileURLWithPath: path))
                try? handle?.write(contentsOf: jpeg + [0])
                try? handle?.close()
                try source.read(into: strip)
            }
        }
    }
}

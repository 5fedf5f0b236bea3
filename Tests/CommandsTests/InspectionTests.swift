// The output of `azulejo inspect`.

import Geometry
@testable import Commands
@testable import Server
import Testing
import TestSupport

@Suite struct InspectionTests {
    private let folder = TemporaryFolder()

    private func inspect(_ name: String, tileSize: Int = 64) throws -> ImageInspection {
        try #require(isLibraryStarted)
        var settings = InspectSettings(configuration: Configuration())
        settings.configuration.tileSize = tileSize
        settings.source = folder / name
        return try ImageInspection(settings)
    }

    @Test("an image without levels gets them from its pyramid") func withoutLevels() throws {
        folder.write("a.ppm", ppm(width: 200, height: 100))
        let text = try inspect("a.ppm").text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == folder / "a.ppm")
        #expect(lines[1] == "  format       ppm, 60.0 kB")
        #expect(lines[2] == "  size         200 x 100 pixels, 0.0 megapixels")
        #expect(lines[3] == "  colour       srgb, 3 bands of 8 bits, no profile, no alpha")
        #expect(lines[4] == "  orientation  1, upright")
        #expect(lines[5] == "  decoding     row by row")
        #expect(lines[6] == "  tiles        64 x 64 pixels")
        #expect(lines[7] == "  pyramid      built when the first tile is asked for")
        #expect(lines[8] == "")
        #expect(lines[9] == "level  width  height  columns  rows  in the file  tiles")
        #expect(lines[10] == "    2    200     100        4     2           no  from the pyramid")
        #expect(lines[12] == "    0     50      25        1     1           no  from the pyramid")
        #expect(lines.count == 13)
    }

    @Test("control characters of a name are not written") func names() throws {
        folder.write("a\u{1B}[2J.ppm", ppm(width: 2, height: 1))
        #expect(try !inspect("a\u{1B}[2J.ppm").text.contains("\u{1B}"))
    }

    @Test("a page of a file is named") func pages() throws {
        folder.write("a.tif", tiff([(10, 20), (30, 40)]))
        #expect(try inspect("a.tif").text.contains("format       tiff, "))
        #expect(try inspect("a.tif;2").text.contains(", page 2 of 2\n  size         30 x 40 pixels"))
    }

    @Test("a file that is no image fails with one line", arguments: ["missing.jpg", "notes.txt", "a.tif;3"]) func failures(_ name: String)
        throws
    {
        folder.write("notes.txt", Array("no image".utf8))
        folder.write("a.tif", tiff([(10, 20), (30, 40)]))
        let failure = #expect(throws: ImageInspection.Failure.self) { try inspect(name) }
        let line = try #require(failure).description
        #expect(line.hasPrefix(folder / name + ": ") && !line.contains("\n"))
    }
}

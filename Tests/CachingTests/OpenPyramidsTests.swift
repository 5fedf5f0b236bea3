// Pyramids that are kept open.

@testable import Caching
import Geometry
@testable import Library
@testable import PyramidFormat
import PyramidSupport
import System
import Testing
import TestSupport

@Suite struct OpenPyramidsTests {
    private let folder = TemporaryFolder()
    private let open = OpenPyramids(capacity: 64)

    private func version(_ number: Int) -> ImageVersion { ImageVersion(["\(number)"]) }

    private func file(_ index: TileIndex = TileIndex(DeepZoomLayout(SamplePyramid.grid))) throws -> PyramidFile {
        folder.write("a", [])
        return PyramidFile(try ReadOnlyFile(path: folder / "a"), index: index, format: .jpg, directory: 0..<0, byteCount: 0)
    }

    @Test("The file that was opened first is kept") func keepsTheFirst() throws {
        let (first, second) = (try file(), try file())
        #expect(open.file(version(1)) == nil)
        #expect(open.keep(first, version(1)) === first && open.keep(second, version(1)) === first)
        #expect(open.file(version(1))?.file === first)
        #expect(!open.close(version(1), file: second.file) && open.close(version(1), file: first.file))
        #expect(open.file(version(1)) == nil)
    }

    @Test("A pyramid is closed by its name in the cache") func closesByName() throws {
        for number in 0..<3 { _ = open.keep(try file(), version(number)) }
        open.close(named: "pyramids/\(version(1)).szi")
        open.close(named: "derivatives/ab/cd.img")
        #expect((0..<3).map { open.file(version($0)) != nil } == [true, false, true])
    }

    @Test("The least recently used pyramid is closed") func leastRecentlyUsed() throws {
        for number in 0..<64 { _ = open.keep(try file(), version(number)) }
        _ = open.file(version(0))
        _ = open.keep(try file(), version(64))
        #expect((0...64).filter { open.file(version($0)) == nil } == [1])
    }

    @Test("A few pyramids with millions of tiles count as many small ones") func largeIndexes() throws {
        let large = TileIndex(DeepZoomLayout(PyramidGrid(size: PixelSize(width: 3_300, height: 3_300), tileSize: 2)))
        for number in 0..<3 { _ = open.keep(try file(large), version(number)) }
        #expect((0..<3).map { open.file(version($0)) != nil } == [false, true, true])
        #expect((2 * large.layout.count..<3 * large.layout.count).contains((128 << 20) / 16))
    }
}

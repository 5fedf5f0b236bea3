// The list of images, page by page.

import Imaging
@testable import Library
import System
import Testing
import TestSupport

@Suite struct ListingTests {
    init() { #expect(isLibraryStarted) }

    private func library(_ folder: TemporaryFolder) throws -> ImageLibrary {
        try ImageLibrary(folder: folder.path, parameters: .init(tiles: TilePolicy(tileSize: 256), maxSourcePixels: 1_000, fingerprint: ""))
    }

    /// All pages of a list, one after the other.
    private func pages(_ library: ImageLibrary, limit: Int) -> [[String]] {
        var pages: [[String]] = []
        var cursor: String?
        repeat {
            let (records, next) = library.list(after: cursor, limit: limit)
            pages.append(records.map(\.identifier))
            cursor = next
        } while cursor != nil && pages.count < 1_000
        return pages
    }

    private func makeFolder() -> (TemporaryFolder, images: [String]) {
        let folder = TemporaryFolder()
        let images = (1...12).map { "page \($0).ppm" } + ["sub/1.ppm", "sub/2.ppm", "Z.ppm", "caf\u{E9}.ppm", "cafe\u{301}.ppm"]
        for (index, name) in images.enumerated() { folder.write(name, ppm(width: index + 1, height: 1)) }
        for name in ["0.txt", "page 5b.txt", "sub/0.txt", "zz.txt", "page 3.xml"] { folder.write(name, Array("no image".utf8)) }
        folder.write("large.ppm", ppm(width: 100, height: 100))
        return (folder, images)
    }

    /// In natural order, whatever the size of a page. Files that are no image, or cannot be used, are left out.
    @Test("The pages of a list have each image once", arguments: [1, 2, 3, 5, 17, 18, 1_000])
    func coversAll(_ limit: Int) throws {
        let (folder, images) = makeFolder()
        let pages = pages(try library(folder), limit: limit)
        let listed = pages.flatMap { $0 }
        #expect(listed.count == images.count)
        #expect(Set(listed.map { Array($0.utf8) }) == Set(images.map { Array($0.utf8) }))
        #expect(zip(listed, listed.dropFirst()).allSatisfy { NaturalOrder.precedes($0, $1) })
        #expect(pages.allSatisfy { $0.count <= limit })
    }

    @Test("An empty folder has an empty list")
    func nothingThere() throws {
        let folder = TemporaryFolder()
        let (records, next) = try library(folder).list(after: nil, limit: 10)
        #expect(records.isEmpty && next == nil)
        #expect(try library(folder).list(after: "x", limit: 10).next == nil)
    }

    @Test("A list goes on behind a file that is gone")
    func goneUnderTheCursor() throws {
        let (folder, _) = makeFolder()
        let (first, next) = try library(folder).list(after: nil, limit: 6)
        let cursor = try #require(next)
        let last = try #require(first.last?.identifier)
        #expect(cursor == last)
        folder.delete(last)
        let rest = try library(folder).list(after: cursor, limit: 1_000).records.map(\.identifier)
        #expect(rest.count == 11)
        #expect(NaturalOrder.precedes(last, rest[0]))
        #expect(!rest.contains(last))
    }

    @Test("A list goes on behind any cursor", arguments: ["", "a", "\u{7F}", "page 3.ppm;2", "../..", "page 003.ppm"])
    func anyCursor(_ cursor: String) throws {
        let (folder, _) = makeFolder()
        let listed = try library(folder).list(after: cursor, limit: 1_000).records.map(\.identifier)
        #expect(listed.allSatisfy { NaturalOrder.precedes(cursor, $0) })
    }

    @Test("A page among very many other files may be short, and leads on")
    func manyOtherFiles() throws {
        let folder = TemporaryFolder()
        for index in 0..<2_500 { folder.write("\(index).txt", [UInt8(ascii: "x")]) }
        folder.write("1700.ppm", ppm(width: 1, height: 1))
        folder.write("9000.ppm", ppm(width: 1, height: 1))
        let pages = pages(try library(folder), limit: 5)
        #expect(pages.flatMap { $0 } == ["1700.ppm", "9000.ppm"])
        #expect(pages.count > 1)
    }

    @Test("A new file shows in a list that is asked for a second later")
    func changesShow() throws {
        let folder = TemporaryFolder()
        folder.write("a.ppm", ppm(width: 1, height: 1))
        let library = try library(folder)
        #expect(library.list(after: nil, limit: 10).records.count == 1)
        folder.write("b.ppm", ppm(width: 1, height: 1))
        let written = MonotonicClock.milliseconds
        var lastWithout = written
        let hasCome = comesTrue {
            let asked = MonotonicClock.milliseconds
            let isThere = library.list(after: nil, limit: 10).records.count == 2
            if !isThere { lastWithout = asked }
            return isThere
        }
        #expect(hasCome && lastWithout - written <= 1_000, "a list is used for a second")
    }
}

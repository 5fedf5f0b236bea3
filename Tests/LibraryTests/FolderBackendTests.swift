// Names that lead to files which may be served, and names that lead out of the folder or to hidden files.

import Glibc
@testable import Library
import Testing
import TestSupport

@Suite struct FolderBackendTests {
    private func makeFolder() throws -> (TemporaryFolder, FolderBackend) {
        let temporary = TemporaryFolder()
        temporary.write("images/a.jpg", [1])
        temporary.write("images/maps/b c.tif", [1])
        temporary.write("images/.hidden.jpg", [1])
        temporary.write("images/.secret/c.jpg", [1])
        temporary.write("images/odd\\name%2F.jpg", [1])
        temporary.write("images-not/d.jpg", [1])
        temporary.write("outside.jpg", [1])
        temporary.link("images/inside.jpg", to: "maps/b c.tif")
        temporary.link("images/absolute.jpg", to: temporary / "images/a.jpg")
        temporary.link("images/out.jpg", to: "../outside.jpg")
        temporary.link("images/etc", to: "/etc")
        temporary.link("images/sibling", to: "../images-not")
        temporary.link("images/parent", to: "..")
        temporary.link("images/loop", to: "loop")
        temporary.link("images/maps/again", to: "../maps")
        temporary.link("images/nowhere.jpg", to: "gone.jpg")
        return (temporary, try FolderBackend(temporary / "images"))
    }

    @Test("A name leads to a file in the folder, through links within it")
    func files() throws {
        let (temporary, folder) = try makeFolder()
        #expect(folder.root == temporary / "images")
        for name in ["a.jpg", "maps/b c.tif", "odd\\name%2F.jpg"] { #expect(folder.resolve(name) == temporary / "images/\(name)") }
        #expect(folder.resolve("inside.jpg") == temporary / "images/maps/b c.tif")
        #expect(folder.resolve("absolute.jpg") == temporary / "images/a.jpg")
        #expect(folder.resolve("maps/again/again/b c.tif") == temporary / "images/maps/b c.tif")
    }

    @Test(
        "A name of what is hidden, odd or outside leads nowhere",
        arguments: [
            "", "/", ".", "..", "a.jpg/", "/a.jpg", "./a.jpg", "maps//b c.tif", "maps/../a.jpg", "../outside.jpg", "../images/a.jpg",
            ".hidden.jpg",
            ".secret/c.jpg", "maps/.", "maps/..", "out.jpg", "etc/passwd", "etc", "sibling/d.jpg", "parent/outside.jpg",
            "parent/images/a.jpg",
            "loop",
            "loop/a.jpg", "nowhere.jpg", "missing.jpg", "a.jpg\0", "a.jpg\0.png", "a.jpg/b.jpg", "A.jpg", "a.jpg ",
        ])
    func noFiles(_ name: String) throws {
        let (temporary, folder) = try makeFolder()
        if name == "parent/images/a.jpg" {
            // This path leaves the folder and enters it again.
            #expect(folder.resolve(name) == temporary / "images/a.jpg")
        } else {
            #expect(folder.resolve(name) == nil)
        }
        withExtendedLifetime(temporary) {}
    }

    @Test("A name that is too long for the system leads nowhere")
    func longNames() throws {
        let (temporary, folder) = try makeFolder()
        #expect(folder.resolve(String(repeating: "x", count: 300)) == nil)
        #expect(folder.resolve(String(repeating: "x/", count: 5_000) + "x") == nil)
        withExtendedLifetime(temporary) {}
    }

    /// Linked folders are not entered, so that listing ends.
    @Test("Files and links to files within the folder are listed")
    func listing() throws {
        let (temporary, folder) = try makeFolder()
        #expect(folder.list() == ["a.jpg", "absolute.jpg", "inside.jpg", "odd\\name%2F.jpg", "maps/b c.tif"])
        withExtendedLifetime(temporary) {}
    }

    /// Swift takes a slash or a dot before a combining mark for one character.
    @Test("A slash that Swift takes for part of a character separates, and a dot hides")
    func charactersAreBytes() throws {
        let temporary = TemporaryFolder()
        temporary.write("x\u{600}/.hidden.jpg", [1])
        temporary.write("x\u{600}/seen.jpg", [1])
        temporary.write(".\u{301}hidden.jpg", [1])
        temporary.write("y/\u{301}seen.jpg", [1])
        let folder = try FolderBackend(temporary.path)
        #expect(folder.resolve("x\u{600}/.hidden.jpg") == nil)
        #expect(folder.resolve("x\u{600}/../x\u{600}/seen.jpg") == nil)
        #expect(folder.resolve(".\u{301}hidden.jpg") == nil)
        #expect(folder.resolve("x\u{600}/seen.jpg") != nil)
        #expect(folder.resolve("y/\u{301}seen.jpg") != nil)
        #expect(Set(folder.list().map { Array($0.utf8) }) == Set(["x\u{600}/seen.jpg", "y/\u{301}seen.jpg"].map { Array($0.utf8) }))
    }

    @Test("Two folders whose names look alike are two folders")
    func lookalikes() throws {
        let temporary = TemporaryFolder()
        let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
        temporary.write("\(decomposed)/secret.jpg", [1])
        temporary.makeFolder(composed)
        temporary.link("\(composed)/link.jpg", to: "../\(decomposed)/secret.jpg")
        #expect(try FolderBackend(temporary / composed).resolve("link.jpg") == nil)
    }

    @Test("The folder may be named through a link")
    func throughALink() throws {
        let (temporary, _) = try makeFolder()
        temporary.link("alias", to: "images")
        let folder = try FolderBackend(temporary / "alias/")
        #expect(folder.root == temporary / "images")
        #expect(folder.resolve("a.jpg") == temporary / "images/a.jpg")
    }

    @Test("A folder that is missing or no folder is an error")
    func unusableFolders() {
        let temporary = TemporaryFolder()
        temporary.write("file", [1])
        for path in [temporary / "missing", temporary / "file", ""] {
            let error = #expect(throws: FolderError.self) { try FolderBackend(path) }
            #expect(error?.path == path && error?.reason.isEmpty == false)
        }
    }

    @Test("The root of the file system is a folder")
    func rootOfAll() throws {
        let folder = try FolderBackend("/")
        #expect(folder.resolve("etc/passwd") == "/etc/passwd")
    }
}

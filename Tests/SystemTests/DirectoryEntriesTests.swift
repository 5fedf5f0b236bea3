// The names in directories.

import Glibc
import System
import TestSupport
import Testing

@Suite struct DirectoryEntriesTests {
    private let folder = TemporaryFolder()

    @Test("Files, folders and links are listed, and neither of the dots") func entries() {
        folder.write("a.tif", [1])
        folder.write(".hidden", [])
        folder.makeFolder("b")
        folder.write("b/below", [])
        folder.link("c", to: "nowhere")
        #expect(DirectoryEntries.names(in: folder.path)?.sorted() == [".hidden", "a.tif", "b", "c"])
    }

    @Test("An empty directory has no names") func empty() { #expect(DirectoryEntries.names(in: folder.path) == []) }

    @Test("A missing directory and a file have none to list") func none() {
        folder.write("a", [])
        #expect(DirectoryEntries.names(in: folder / "missing") == nil)
        #expect(DirectoryEntries.names(in: folder / "a") == nil)
    }

    @Test("The longest name is listed whole, and one that is not UTF-8 left out") func unusualNames() {
        let longest = String(repeating: "x", count: 255)
        folder.write(longest, [])
        folder.write("é 漢", [])
        let path = Array((folder / "").utf8CString.dropLast()) + [CChar(bitPattern: 0xFF), 0]
        let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
        #expect(descriptor >= 0)
        close(descriptor)
        #expect(DirectoryEntries.names(in: folder.path)?.sorted() == [longest, "é 漢"])
        // TemporaryFolder removes only files with names in UTF-8.
        unlink(path)
    }
}

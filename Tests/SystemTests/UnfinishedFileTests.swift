// Files that get their names when they are complete, with and without unnamed files of the file system.

import Glibc
import System
import TestSupport
import Testing

@Suite struct UnfinishedFileTests {
    private let folder = TemporaryFolder()

    /// True when the file system of temporary folders has unnamed files (O_TMPFILE), as usual ones have.
    private static let hasUnnamedFiles: Bool = {
        let folder = TemporaryFolder()
        let descriptor = withExtendedLifetime(folder) { open(folder.path, 0o20_000_000 | O_DIRECTORY | O_RDWR, 0o600) }
        if descriptor >= 0 { close(descriptor) }
        return descriptor >= 0
    }()

    private func makeFile(canBeNameless: Bool) throws -> UnfinishedFile {
        let count = Shared(0)
        return try UnfinishedFile(in: folder.path, canBeNameless: canBeNameless) { [path = folder.path] in
            count.update { $0 += 1 }
            return "\(path)/temporary-\(count.value)"
        }
    }

    private var names: [String]? { DirectoryEntries.names(in: folder.path)?.sorted() }

    private func bytes(_ name: String) throws -> [UInt8] {
        let file = try ReadOnlyFile(path: folder / name)
        return try file.read(file.count, at: 0)
    }

    @Test("A published file has its name and its bytes, and keeps them", arguments: [true, false]) func published(canBeNameless: Bool)
        throws
    {
        do {
            let file = try makeFile(canBeNameless: canBeNameless)
            try file.write([4, 5, 6], at: 3)
            try file.write([1, 2, 3], at: 0)
            try file.synchronise()
            #expect(try file.reading.read(6, at: 0) == [1, 2, 3, 4, 5, 6])
            #expect(try file.publish(as: folder / "a", replacing: false))
            #expect(names == ["a"])
            try file.write([7], at: 6)
        }
        #expect(names == ["a"])
        #expect(try bytes("a") == [1, 2, 3, 4, 5, 6, 7])
    }

    @Test("A file that is not published disappears", arguments: [true, false]) func vanishing(canBeNameless: Bool) throws {
        do {
            let file = try makeFile(canBeNameless: canBeNameless)
            try file.write([1], at: 0)
            #expect(try file.reading.read(1, at: 0) == [1])
        }
        #expect(names == [])
    }

    @Test("An unnamed file has no name before it is published", .enabled(if: hasUnnamedFiles)) func unnamed() throws {
        let file = try makeFile(canBeNameless: true)
        #expect(names == [])
        #expect(try file.publish(as: folder / "a", replacing: true))
        #expect(names == ["a"])
    }

    @Test("Without unnamed files, the file has its temporary name until it is published") func named() throws {
        let file = try makeFile(canBeNameless: false)
        #expect(names == ["temporary-1"])
        #expect(try file.publish(as: folder / "a", replacing: false))
        #expect(names == ["a"])
    }

    @Test("An unnamed file leaves an existing file alone unless it is to replace it", .enabled(if: hasUnnamedFiles)) func existing() throws
    {
        folder.write("a", [9])
        let file = try makeFile(canBeNameless: true)
        try file.write([1, 2], at: 0)
        #expect(try !file.publish(as: folder / "a", replacing: false))
        #expect(try bytes("a") == [9] && names == ["a"])
        #expect(try file.publish(as: folder / "a", replacing: true))
        #expect(try bytes("a") == [1, 2] && names == ["a"])
    }

    @Test("A file with a temporary name always replaces an existing file", arguments: [true, false]) func replaced(replacing: Bool) throws {
        folder.write("a", [9])
        let file = try makeFile(canBeNameless: false)
        try file.write([1], at: 0)
        #expect(try file.publish(as: folder / "a", replacing: replacing))
        #expect(try bytes("a") == [1] && names == ["a"])
    }

    @Test("Readers of a replaced file keep reading the old bytes", arguments: [true, false]) func readers(canBeNameless: Bool) throws {
        folder.write("a", [9])
        let old = try ReadOnlyFile(path: folder / "a")
        let file = try makeFile(canBeNameless: canBeNameless)
        try file.write([1], at: 0)
        #expect(try file.publish(as: folder / "a", replacing: true))
        #expect(try old.read(1, at: 0) == [9])
        #expect(try bytes("a") == [1])
    }

    @Test("A file that cannot be published is an error and disappears", arguments: [true, false]) func unpublishable(canBeNameless: Bool)
        throws
    {
        do {
            let file = try makeFile(canBeNameless: canBeNameless)
            let error = #expect(throws: SystemError.self) { try file.publish(as: folder / "missing/a", replacing: true) }
            #expect(error?.isMissingFile == true)
        }
        #expect(names == [])
    }

    @Test("A missing directory is an error", arguments: [true, false]) func missingDirectory(canBeNameless: Bool) {
        let missing = folder / "missing"
        let error = #expect(throws: SystemError.self) {
            try UnfinishedFile(in: missing, canBeNameless: canBeNameless) { missing + "/temporary" }
        }
        #expect(error?.isMissingFile == true)
    }

    @Test("A temporary name that another file has is an error, and that file stays") func takenName() throws {
        folder.write("taken", [9])
        let taken = folder / "taken"
        let error = #expect(throws: SystemError.self) { try UnfinishedFile(in: folder.path, canBeNameless: false) { taken } }
        #expect(error?.isMissingFile == false)
        #expect(try bytes("taken") == [9])
    }
}

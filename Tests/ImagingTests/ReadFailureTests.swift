import FailingReads
import Geometry
import Glibc
import System
import Testing
@testable import Imaging

/// A disk that fails once: never damage, never another picture, since the next try succeeds.
@Suite struct ReadFailureTests {
    let folder = Folder()

    private func write(_ kind: SampleFile) throws -> String { folder.write(try kind.bytes(in: folder), kind.rawValue) }

    /// Fails each read of a file in its turn.
    private func failEachRead<Value: Equatable>(of path: String, _ body: (ImageSource) throws(ImagingError) -> Value) throws {
        let expected = try body(ImageSource(path: path))
        let inode = try ImageSource(path: path).identity.inode
        try ImagingTests.failEachRead(expecting: expected) { read in
            let file = try ImageSource(path: path)
            failing_reads_arm(inode, read)
            let result = Result { () throws(ImagingError) in try body(file) }
            return (result, failing_reads_disarm(inode))
        }
    }

    @Test("A header is read, or the read failure is reported", arguments: SampleFile.allCases, [false, true])
    func headers(kind: SampleFile, isLenient: Bool) throws {
        try failEachRead(of: write(kind)) { (file) throws(ImagingError) in
            try ImageDescription.describe(file, isLenient: isLenient)
        }
    }

    @Test("All pixels are read, or the read failure is reported", arguments: SampleFile.allCases, [false, true])
    func pixels(kind: SampleFile, isLenient: Bool) throws {
        let path = try write(kind)
        let description = try ImageDescription.describe(ImageSource(path: path), isLenient: isLenient)
        try failEachRead(of: path) { (file) throws(ImagingError) in try file.thumbnail(description, side: 256, quality: 80) }
        try failEachRead(of: path) { (file) throws(ImagingError) in
            var planes: [Picture] = []
            try file.readAllStrips(description) { strip in planes.append(Picture(strip, plane: 0)) }
            return planes
        }
        guard !description.sourceLevels.isEmpty else { return }
        try failEachRead(of: path) { (file) throws(ImagingError) in
            try ImageReader(file, description).levels[0].render(
                RenderPlan(region: PixelRect(x: 30, y: 20, width: 150, height: 100), encoding: Encoding(.png)))
        }
    }

    @Test("The error of an open file has the system's words")
    func reason() throws {
        let file = try folder.source([1, 2, 3, 4], "short")
        failing_reads_arm(file.identity.inode, 0)
        #expect(throws: ImagingError.io(reason: SystemError.reason(EIO))) { try file.bytes(at: 0, count: 4) }
        #expect(failing_reads_disarm(file.identity.inode))
    }
}

// The library is started once for all tests, and every test has a folder of its own.
import Foundation
@testable import Imaging

let libraryStarted: Bool = {
    do {
        try Imaging.start(threadsPerOperation: 2)
        return true
    } catch {
        return false
    }
}()

/// A folder that goes with its last reference.
final class Folder: Sendable {
    let path: String

    init() {
        precondition(libraryStarted, "libvips does not start")
        path = FileManager.default.temporaryDirectory.appendingPathComponent("azulejo-\(UUID().uuidString)").path
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func path(of name: String) -> String { path + "/" + name }

    /// Writes a file and says where it is.
    @discardableResult func write(_ bytes: [UInt8], _ name: String) -> String {
        let place = path(of: name)
        precondition(FileManager.default.createFile(atPath: place, contents: Data(bytes)), "no file can be written at \(place)")
        return place
    }

    func read(_ name: String) -> [UInt8] { [UInt8](FileManager.default.contents(atPath: path(of: name)) ?? Data()) }

    /// Writes a file and opens it as a source.
    func source(_ bytes: [UInt8], _ name: String) throws -> ImageSource { try ImageSource(path: write(bytes, name)) }
}

/// Numbers that are the same in every run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var value = state
        value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
        value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
        return value ^ (value >> 31)
    }
}

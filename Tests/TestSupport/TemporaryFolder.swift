// A folder for one test, and an image file that needs no encoder.

import Glibc

/// A folder in the system's directory for temporary files. It is removed with the last reference.
public final class TemporaryFolder: Sendable {
    public let path: String

    public init() {
        var template = Array("\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/azulejo-tests-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template), let resolved = realpath(made, nil) else {
            preconditionFailure("no temporary folder: \(errno)")
        }
        defer { free(resolved) }
        path = String(cString: resolved)
    }

    deinit { TemporaryFolder.remove(path) }

    public static func / (folder: TemporaryFolder, name: String) -> String { folder.path + "/" + name }

    /// Writes a file, and creates the folders above it.
    public func write(_ name: String, _ bytes: [UInt8]) {
        var folder = path
        for component in name.utf8.split(separator: UInt8(ascii: "/")).dropLast() {
            folder += "/" + String(Substring(component))
            mkdir(folder, 0o755)
        }
        let descriptor = open(self / name, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        precondition(descriptor >= 0 && Glibc.write(descriptor, bytes, bytes.count) == bytes.count, "\(name): \(errno)")
        close(descriptor)
    }

    public func makeFolder(_ name: String) { precondition(mkdir(self / name, 0o755) == 0) }

    public func link(_ name: String, to target: String) { precondition(symlink(target, self / name) == 0) }

    public func delete(_ name: String) { precondition(unlink(self / name) == 0) }

    /// Sets the modification time of a file.
    public func touch(_ name: String, seconds: Int, nanoseconds: Int = 0) {
        let times = [timespec(tv_sec: seconds, tv_nsec: nanoseconds), timespec(tv_sec: seconds, tv_nsec: nanoseconds)]
        precondition(utimensat(AT_FDCWD, self / name, times, 0) == 0)
    }

    public static func remove(_ path: String) {
        if unlink(path) == 0 { return }
        if let directory = opendir(path) {
            defer { closedir(directory) }
            while let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: UInt8.self, capacity: 256) { Array(UnsafeBufferPointer(start: $0, count: strlen($0))) }
                }
                if name != Array(".".utf8), name != Array("..".utf8) { remove(path + "/" + String(decoding: name, as: UTF8.self)) }
            }
        }
        rmdir(path)
    }
}

/// A PPM file, the simplest image that every libvips reads.
public func ppm(width: Int, height: Int, shade: UInt8 = 128) -> [UInt8] {
    Array("P6\n\(width) \(height)\n255\n".utf8) + [UInt8](repeating: shade, count: width * height * 3)
}

// The files beside images that say something about them: `IMAGE.json`.

private import Glibc

/// A file beside an image, or beside a folder, as it was read.
public struct SidecarFile: Sendable {
    /// For the operator.
    public let path: String
    /// All of it, or as much as was asked for and one byte more where it is longer.
    public let bytes: [UInt8]
}

extension ImageLibrary {
    /// Reads the file beside an image. Any page of the image has the same. Worker threads.
    /// - Parameter sizeLimit: bytes that are of use; of a longer file there comes one byte more.
    /// - Returns: nil where there is no such file, or it cannot be read.
    public func sidecar(of record: ImageRecord, sizeLimit: Int) -> SidecarFile? {
        guard let (name, _, _) = ImageLibrary.locate(record.identifier, folder.file) else { return nil }
        return sidecar(beside: name, sizeLimit: sizeLimit)
    }

    /// Reads the file beside a file or folder of that path below the images' folder. Worker threads.
    public func sidecar(beside name: String, sizeLimit: Int) -> SidecarFile? {
        guard let path = folder.file(name + ImageLibrary.sidecarEnding) else { return nil }
        // O_NONBLOCK: to open a pipe must not wait for its other end.
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        let wanted = min(sizeLimit + 1, Int(status.st_size))
        var failed = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: max(1, wanted)) { buffer, filled in
            while filled < wanted {
                let got = unsafe pread(descriptor, buffer.baseAddress! + filled, wanted - filled, off_t(filled))
                if got < 0 && errno == EINTR { continue }
                failed = got < 0
                if got <= 0 { return }
                filled += got
            }
        }
        return failed ? nil : SidecarFile(path: path, bytes: bytes)
    }

    /// Whether something stands where an image's sidecar would.
    func hasSidecar(_ name: String) -> Bool {
        unsafe access(folder.root + "/" + name + ImageLibrary.sidecarEnding, F_OK) == 0
    }

    private static let sidecarEnding = ".json"
}

// The files beside images that describe them: `IMAGE.json`.

private import Imaging

/// A file beside an image, or beside a folder, as it was read.
public struct SidecarFile: Sendable {
    /// Where the backend has it, for the log.
    public let location: String
    /// All bytes of the file; of a file that is longer than the limit, one byte more than the limit.
    public let bytes: [UInt8]
}

extension ImageLibrary {
    /// Reads the file beside an image. All pages of an image share it. Worker threads.
    /// - Parameter sizeLimit: bytes that are of use; of a longer file, one byte more is read.
    /// - Returns: nil when there is no such file, or it cannot be read.
    public func sidecar(of record: ImageRecord, sizeLimit: Int) -> SidecarFile? {
        guard let place = ImagePlace(record.identifier, in: backend) else { return nil }
        return sidecar(beside: place.name, sizeLimit: sizeLimit)
    }

    /// Reads the file beside a file or folder of a name. Worker threads.
    /// - Parameter sizeLimit: bytes that are of use; of a longer file, one byte more is read.
    /// - Returns: nil when there is no such file, or it cannot be read.
    public func sidecar(beside name: String, sizeLimit: Int) -> SidecarFile? {
        guard let location = backend.resolve(name + ImageLibrary.sidecarEnding), let source = try? backend.open(location) else {
            return nil
        }
        let wanted = min(sizeLimit + 1, source.identity.size)
        var hasFailed = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            do throws(ReadError) {
                filled = try unsafe source.read(into: UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: wanted), at: 0)
            } catch {
                hasFailed = true
            }
        }
        return hasFailed ? nil : SidecarFile(location: location, bytes: bytes)
    }

    /// True when something has the name of an image's sidecar.
    func hasSidecar(_ name: String) -> Bool { backend.mayHave(name + ImageLibrary.sidecarEnding) }

    private static let sidecarEnding = ".json"
}

// What people say about images, in files beside them.

internal import Library
internal import Protocols

/// Reads sidecars. Worker threads.
struct Sidecars: Sendable {
    let library: ImageLibrary
    let log: Log

    /// The sidecar of an image; nil where there is none. One that cannot be used is as good as none, and the log says why.
    func sidecar(of record: ImageRecord) -> Sidecar? {
        guard record.hasSidecar, let file = library.sidecar(of: record, sizeLimit: Sidecar.sizeLimit) else { return nil }
        return read(file)
    }

    /// The sidecar of a folder, by its path; nil where there is none.
    func sidecar(ofFolder path: String) -> Sidecar? { library.sidecar(beside: path, sizeLimit: Sidecar.sizeLimit).flatMap(read) }

    private func read(_ file: SidecarFile) -> Sidecar? {
        do throws(SidecarError) {
            return try Sidecar(reading: file.bytes)
        } catch {
            log.warning("\(file.location) is left out: \(error.reason)")
            return nil
        }
    }
}

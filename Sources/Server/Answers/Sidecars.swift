// Sidecars: titles and other facts about images, in files beside them.

internal import Library
internal import Protocols

/// Reads sidecars. Worker threads.
struct Sidecars: Sendable {
    let library: ImageLibrary
    let log: Log

    /// The sidecar of an image; nil if there is none, or if it cannot be used, which is logged with the reason.
    func sidecar(of record: ImageRecord) -> Sidecar? {
        guard record.hasSidecar, let file = library.sidecar(of: record, sizeLimit: Sidecar.sizeLimit) else { return nil }
        return read(file)
    }

    /// The sidecar of a folder, by its path; nil as for images.
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

// ImageLibrary: from identifiers to records.

internal import Geometry
internal import Imaging
private import Synchronization
internal import System

/// The images of one backend. Any thread; all look-ups wait for the backend, and belong on worker threads.
public final class ImageLibrary: Sendable {
    private enum Outcome {
        case record(ImageRecord)
        case failure(SourceIdentity, LibraryError)
    }

    let backend: any LibraryBackend
    let parameters: Parameters
    let listing: FileListing
    /// By the bytes of identifiers: Swift takes two strings for equal when only their Unicode normal forms differ, but they are two names.
    private let known = Mutex<[[UInt8]: Outcome]>([:])

    /// Records and remembered failures at most. To forget one costs another look at a file's header.
    private static let capacity = 50_000

    /// A library over any backend.
    public init(_ backend: any LibraryBackend, parameters: Parameters) {
        self.backend = backend
        self.parameters = parameters
        listing = FileListing(backend)
    }

    /// The library of a folder.
    /// - Throws: `FolderError` when the folder cannot be read.
    public convenience init(folder path: String, parameters: Parameters) throws(FolderError) {
        self.init(try FolderBackend(path), parameters: parameters)
    }

    /// The record of an identifier, in the present state of its file. Reads the file's header when the file is new or has changed.
    /// - Parameter identifier: decoded. `;N` at its end is a page, from 1, unless a file's own name ends so.
    /// - Throws: `notFound`, or `unusable` with the error of the image.
    public func record(_ identifier: String) throws(LibraryError) -> ImageRecord {
        let time = MonotonicClock.milliseconds
        guard let place = ImagePlace(identifier, in: backend), let identity = backend.identity(of: place.location) else { throw .notFound }
        let hasSidecar = hasSidecar(place.name)
        let key = Array(identifier.utf8)
        switch known.withLock({ $0[key] }) {
        case .record(let record) where record.identity == identity && record.location.utf8.elementsEqual(place.location.utf8):
            record.markChecked(at: time, hasSidecar: hasSidecar)
            return record
        case .failure(identity, let error):
            throw error
        default:
            return try describe(identifier, place, identity: identity, hasSidecar: hasSidecar)
        }
    }

    /// Forgets what is known of an identifier: its file is read again when it is asked for.
    public func forget(_ identifier: String) { known.withLock { $0[Array(identifier.utf8)] = nil } }

    /// The record of any local file. Its identifier is the last component of its path.
    /// - Parameter path: of an image, or the path followed by `;N` for a page, from 1.
    /// - Throws: `notFound`, or `unusable` with the error of the image.
    public static func record(at path: String, _ parameters: Parameters) throws(LibraryError) -> ImageRecord {
        let files = LocalFiles()
        guard let place = ImagePlace(path, in: files), let slash = place.location.utf8.lastIndex(of: UInt8(ascii: "/")) else {
            throw .notFound
        }
        let name = String(place.location[place.location.utf8.index(after: slash)...])
        do throws(ImagingError) {
            return try describe(place.page == 0 ? name : "\(name);\(place.page + 1)", place, in: files, parameters)
        } catch {
            throw LibraryError(error)
        }
    }

    /// True when a local folder, which must exist, lies among the images, so that its files would be served.
    public func holds(folder path: String) -> Bool { backend.holds(localFolder: path) }

    private func describe(
        _ identifier: String, _ place: ImagePlace, identity: SourceIdentity, hasSidecar: Bool
    ) throws(LibraryError) -> ImageRecord {
        do throws(ImagingError) {
            let record = try ImageLibrary.describe(identifier, place, in: backend, parameters)
            record.noteSidecar(hasSidecar)
            remember(identifier, .record(record))
            return record
        } catch {
            let failure = LibraryError(error)
            // A lack of descriptors or of permission is no property of the file: its end would not change the file's identity.
            if !error.isTransient { remember(identifier, .failure(identity, failure)) }
            throw failure
        }
    }

    private static func describe(
        _ identifier: String, _ place: ImagePlace, in backend: any LibraryBackend, _ parameters: Parameters
    ) throws(ImagingError) -> ImageRecord {
        let time = MonotonicClock.milliseconds
        let source = ImageSource(try backend.open(place.location))
        let description = try ImageDescription.describe(
            source, page: place.page, maximumPixels: parameters.maxSourcePixels, isLenient: parameters.isLenient)
        let tiles = parameters.tiles.profile(of: description)
        return ImageRecord(
            identifier: identifier, place, in: backend, identity: source.identity, description: description, tiles: tiles,
            version: parameters.version(location: place.location, page: place.page, source.identity, tiles.grid), checkedAt: time)
    }

    private func remember(_ identifier: String, _ outcome: Outcome) {
        let key = Array(identifier.utf8)
        known.withLock { known in
            if known.count >= ImageLibrary.capacity, known[key] == nil {
                // Removes some at once, so that it is seldom done, and not all, so that few headers are read again.
                for key in Array(known.keys.prefix(ImageLibrary.capacity / 16)) { known[key] = nil }
            }
            known[key] = outcome
        }
    }
}

// ImageRecord: the properties of one image, in one version of it.

public import Geometry
public import Imaging
private import Synchronization
public import System

/// One page of one source file in one state of that file. Immutable except for the result of the last look at the file. Any thread.
public final class ImageRecord: Sendable {
    /// The name of the file, with `;N` for a page other than the first; decoded.
    public let identifier: String
    /// Where the backend opens the file. A file of a folder has its absolute path, without symbolic links.
    public let location: String
    /// From 0.
    public let page: Int
    /// The state of the file that the record describes.
    public let identity: SourceIdentity
    public let description: ImageDescription
    /// The image's grid, and how its tiles are encoded.
    public let tiles: TileProfile
    public let version: ImageVersion
    private let backend: any LibraryBackend
    /// When the last look at the file began, in milliseconds of the monotonic clock: the file may have changed during that look.
    private let checked: Atomic<Int>
    private let isBeingChecked = Atomic<Bool>(false)
    private let sidecarExists = Atomic<Bool>(false)

    /// How long after a look at the file a record needs no other look, in milliseconds.
    static let freshness = 1_000
    /// How long after a look at the file a record may be used, in milliseconds. A changed file must show within two seconds.
    static let lifetime = 1_900

    /// How much a record can be relied on.
    public enum Currency: Sendable, Equatable {
        /// The record can be used.
        case fresh
        /// The record can be used, and the caller has to have its file looked at. Only one caller receives this.
        case due
        /// The file has to be looked at before the record is used.
        case stale
    }

    init(
        identifier: String, _ place: ImagePlace, in backend: any LibraryBackend, identity: SourceIdentity, description: ImageDescription,
        tiles: TileProfile, version: ImageVersion, checkedAt time: Int
    ) {
        self.identifier = identifier
        location = place.location
        page = place.page
        self.backend = backend
        self.identity = identity
        self.description = description
        self.tiles = tiles
        self.version = version
        checked = Atomic(time)
    }

    /// The image's grid.
    public var grid: PyramidGrid { tiles.grid }

    /// Opens the file when it still is in the state that the record describes: the tiles of another state must not be cut by this record's
    /// sizes, nor kept under its version. Worker threads.
    /// - Throws: `changedWhileReading` when the file is in another state; `notFound`, `notAnImage` or `io`.
    public func openSource() throws(ImagingError) -> ImageSource {
        let source = ImageSource(try backend.open(location))
        guard source.identity == identity else { throw .changedWhileReading }
        return source
    }

    /// Looks at what the backend has at the record's location now. An open source does not notice that another file has taken its place.
    /// Worker threads.
    /// - Returns: false when the file is gone, or in another state than the record describes.
    public func isSourceUnchanged() -> Bool { backend.identity(of: location) == identity }

    /// How much the record can be relied on now. Takes no lock, so that loops may ask.
    /// - Parameter now: in milliseconds of the monotonic clock.
    public func currency(at now: Int = MonotonicClock.milliseconds) -> Currency {
        let age = now - checked.load(ordering: .relaxed)
        if age < ImageRecord.freshness { return .fresh }
        if age >= ImageRecord.lifetime { return .stale }
        return isBeingChecked.exchange(true, ordering: .relaxed) ? .fresh : .due
    }

    /// Ends the look at the file that `due` asked for.
    /// - Parameter isCurrent: true when the file was found unchanged, which the library has noted; false makes the record stale from now
    ///   on. Nil when the file could not be looked at.
    public func checkDidEnd(isCurrent: Bool?) {
        if isCurrent == false { checked.store(.min / 2, ordering: .relaxed) }
        isBeingChecked.store(false, ordering: .relaxed)
    }

    /// Time of the last change of the file, in seconds since 1970.
    public var lastModified: Int { identity.modified / 1_000_000_000 }

    /// True when a file that describes the image was beside it at the last look. Tiles do not depend on it.
    public var hasSidecar: Bool { sidecarExists.load(ordering: .relaxed) }

    func noteSidecar(_ exists: Bool) { sidecarExists.store(exists, ordering: .relaxed) }

    /// Notes that the file was found unchanged.
    /// - Parameter time: when the look began, in milliseconds of the monotonic clock.
    func markChecked(at time: Int, hasSidecar: Bool) {
        noteSidecar(hasSidecar)
        checked.store(time, ordering: .relaxed)
    }
}

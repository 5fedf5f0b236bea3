// What the server knows of one image, in one version of it.

public import Geometry
public import Imaging
private import Synchronization
public import System

/// One page of one source file in one state of that file. Immutable but for what the last look at the folder found.
public final class ImageRecord: Sendable {
    /// The path below the folder, with `;N` for a page other than the first; decoded.
    public let identifier: String
    /// The file's absolute path, symbolic links resolved.
    public let path: String
    /// From 0.
    public let page: Int
    public let identity: SourceFile.Identity
    public let description: ImageDescription
    public let grid: PyramidGrid
    public let version: ImageVersion
    /// When the last look at the file began, in milliseconds: it may have changed during that look.
    private let checked: Atomic<Int>
    private let isBeingChecked = Atomic<Bool>(false)
    private let sidecarExists = Atomic<Bool>(false)

    /// How long a record is taken to be current without a look at its file, in milliseconds, before somebody should look at it.
    static let freshness = 1_000
    /// How long it may be used at all. A changed source must show within two seconds.
    static let lifetime = 1_900

    /// How much a record can be relied on.
    public enum Currency: Sendable, Equatable {
        /// It can be used.
        case fresh
        /// It can be used, and the caller, who is the only one to be told so, has to have its file looked at.
        case due
        /// The file has to be looked at first.
        case stale
    }

    init(
        identifier: String, path: String, page: Int, identity: SourceFile.Identity, description: ImageDescription, grid: PyramidGrid,
        version: ImageVersion, checkedAt time: Int
    ) {
        self.identifier = identifier
        self.path = path
        self.page = page
        self.identity = identity
        self.description = description
        self.grid = grid
        self.version = version
        checked = Atomic(time)
    }

    /// How much the record can be relied on now. Any thread.
    /// - Parameter now: in milliseconds of the monotonic clock.
    public func currency(at now: Int = MonotonicClock.milliseconds) -> Currency {
        let age = now - checked.load(ordering: .relaxed)
        if age < ImageRecord.freshness { return .fresh }
        if age >= ImageRecord.lifetime { return .stale }
        return isBeingChecked.exchange(true, ordering: .relaxed) ? .fresh : .due
    }

    /// Ends the look at the file that `due` asked for.
    /// - Parameter isCurrent: whether the file was found as it was, which the library has noted; where it was not, the record is stale from
    ///   now on. Nil where nobody could look.
    public func checkDidEnd(isCurrent: Bool?) {
        if isCurrent == false { checked.store(.min / 2, ordering: .relaxed) }
        isBeingChecked.store(false, ordering: .relaxed)
    }

    /// Seconds since 1970.
    public var lastModified: Int { identity.modified / 1_000_000_000 }

    /// Whether a file that says something about the image stood beside it when it was looked at last. Nothing that an image's bytes depend on.
    public var hasSidecar: Bool { sidecarExists.load(ordering: .relaxed) }

    func noteSidecar(_ exists: Bool) { sidecarExists.store(exists, ordering: .relaxed) }

    /// The file was found as it was.
    /// - Parameter time: when the look began, in milliseconds of the monotonic clock.
    func markChecked(at time: Int, hasSidecar: Bool) {
        noteSidecar(hasSidecar)
        checked.store(time, ordering: .relaxed)
    }
}

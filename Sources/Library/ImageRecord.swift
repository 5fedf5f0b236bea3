// What the server knows of one image, in one version of it.

public import Geometry
public import Imaging
private import Synchronization

/// One page of one source file in one state of that file. Immutable but for the moment of the last check.
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
    private let checked: Atomic<Int>

    /// How long a record is taken to be current without a look at its file, in milliseconds. A changed source must show within two seconds.
    static let lifetime = 1_000

    init(
        identifier: String, path: String, page: Int, identity: SourceFile.Identity, description: ImageDescription, grid: PyramidGrid,
        version: ImageVersion
    ) {
        self.identifier = identifier
        self.path = path
        self.page = page
        self.identity = identity
        self.description = description
        self.grid = grid
        self.version = version
        checked = Atomic(MonotonicClock.milliseconds)
    }

    /// Whether the file was found unchanged recently enough. Any thread.
    public var isFresh: Bool {
        MonotonicClock.milliseconds - checked.load(ordering: .relaxed) < ImageRecord.lifetime
    }

    /// Seconds since 1970.
    public var lastModified: Int { identity.modified / 1_000_000_000 }

    func markChecked() {
        checked.store(MonotonicClock.milliseconds, ordering: .relaxed)
    }
}

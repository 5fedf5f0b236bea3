// SourceIdentity: what tells one state of a source from another.

/// One state of one source. Two identities are equal only when the bytes are the same, as far as the system that keeps them can tell.
public struct SourceIdentity: Hashable, Sendable {
    /// What else tells one state from another, beside size and time.
    public enum Revision: Hashable, Sendable {
        /// The device and inode of a file.
        case file(device: UInt, inode: UInt)
        /// A tag that another system gives to each state, such as the entity tag of an object in a bucket.
        case tag(String)
    }

    /// Bytes.
    public let size: Int
    /// Time of the last change of the content, in nanoseconds since 1970.
    public let modified: Int
    public let revision: Revision

    /// - Parameters:
    ///   - size: bytes.
    ///   - modified: nanoseconds since 1970.
    public init(size: Int, modified: Int, revision: Revision) {
        self.size = size
        self.modified = modified
        self.revision = revision
    }

    /// What the version of an image depends on. A file that was copied to another disk with its time keeps its versions: device and inode
    /// are not among the parts.
    public var versionParts: [String] {
        switch revision {
        case .file: [String(size), String(modified)]
        case .tag(let tag): [String(size), tag]
        }
    }
}

// The order of urgency in which work is done.

/// A priority lane of a `WorkerPool`; the most urgent first.
public enum Lane: Int, CaseIterable, Sendable {
    /// A tile or description that somebody waits for now.
    case wanted
    /// The image of a viewport or region, or the headers of a whole folder: waited for, but costlier than a tile.
    case viewport
    /// A tile that a gesture's resting place will need.
    case prefetch
    /// Thumbnails.
    case background

    /// Whether a job can take seconds. Such jobs never have all threads of a pool.
    var isCostly: Bool { self == .viewport || self == .background }
}

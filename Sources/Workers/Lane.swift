// Lane: the priority of a job.

/// A priority lane of a `WorkerPool`. The cases are in order of priority, the most urgent first.
public enum Lane: Int, CaseIterable, Sendable {
    /// A tile or a description for a request that waits now.
    case wanted
    /// A job that a request waits for but that takes longer than a tile: a rendered viewport or region, or reading the headers of a whole
    /// folder.
    case viewport
    /// A tile that the viewport at the end of a gesture will need.
    case prefetch
    /// A thumbnail.
    case background

    /// True when a job can take seconds. These jobs never occupy all threads of a pool with more than one thread.
    var isLongRunning: Bool { self == .viewport || self == .background }
}

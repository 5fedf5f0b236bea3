// Application: the parts of the server that all loops and workers share.

internal import HTTP
internal import Library
private import Synchronization
internal import Tiles
internal import Workers

/// The server without its sockets. Any thread.
final class Application: Sendable {
    let configuration: Configuration
    let routes: RouteTable
    let log: Log
    let library: ImageLibrary
    let service: TileService
    let files: PublicFiles
    let sidecars: Sidecars
    let sessions = ViewingSessions()
    /// Listeners at once.
    let eventStreams = Quota(Application.eventStreamLimit)
    /// Files that are being sent at once: each holds a piece or two in memory.
    let downloads = Quota(Application.downloadLimit)
    /// Answers events of gestures, in the order in which they come.
    let gestures = WorkerPool(threads: 1, capacity: 1_024)
    /// The counters of all loops.
    let loads: [LoopLoad]
    private let draining = Atomic<Bool>(false)

    private static let eventStreamLimit = 1_000
    private static let downloadLimit = 128

    init(
        _ configuration: Configuration, library: ImageLibrary, service: TileService, files: PublicFiles, log: Log, loads: [LoopLoad],
        routes: RouteTable = .standard
    ) {
        self.configuration = configuration
        self.routes = routes
        self.library = library
        self.service = service
        self.files = files
        self.log = log
        self.loads = loads
        sidecars = Sidecars(library: library, log: log)
    }

    /// True when the server is stopping.
    var isDraining: Bool { draining.load(ordering: .relaxed) }

    /// From now on the server says that it is not ready.
    func startDraining() { draining.store(true, ordering: .relaxed) }

    /// Finishes what runs. Call once, at the end, when the loops have ended.
    func shutDown() {
        gestures.shutDown()
        service.shutDown()
    }

    /// A listener's share of the event streams.
    /// - Throws: 503 where there are too many listeners already.
    func eventStreamShare() throws(Problem) -> Quota.Share {
        guard let share = eventStreams.take() else {
            throw Problem(.serviceUnavailable, "There are \(Application.eventStreamLimit) listeners already.", retryAfter: 10)
        }
        return share
    }

    /// A file's share of the downloads.
    /// - Throws: 503 where too many files are being sent already.
    func downloadShare() throws(Problem) -> Quota.Share {
        guard let share = downloads.take() else {
            throw Problem(.serviceUnavailable, "There are \(Application.downloadLimit) pyramids being sent already.", retryAfter: 10)
        }
        return share
    }
}

// The running server: its parts put together, its loops, its end.

internal import Building
internal import EventLoop
private import Geometry
private import Glibc
private import HTTP
private import Imaging
internal import Library
internal import System
internal import Tiles
private import Workers

/// A server from start to stop.
public enum Server {
    /// The server cannot start; one line for the operator.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// Runs until SIGTERM or SIGINT, and returns when all is finished. Call once, on the main thread, after `Imaging.start`.
    public static func run(_ configuration: Configuration) throws(Failure) {
        // A client that goes away while it is written to is an error of that write, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        // So is a file that may not grow any more (ulimit -f).
        signal(SIGXFSZ, SIG_IGN)
        let log = Log(configuration.logFormat, writesAccess: configuration.accessLog)
        var configuration = configuration
        let room = DescriptorLimit.makeRoom(for: configuration.maxConnections)
        if room.connections < configuration.maxConnections {
            log.warning(
                "the limit of open files (ulimit -n) leaves room for \(room.connections) connections, not for \(configuration.maxConnections)"
            )
            configuration.maxConnections = room.connections
        }
        configuration.openFiles = room.openFiles
        let library = try makeLibrary(configuration)
        let files = try makePublicFiles(configuration)
        let service = try makeService(configuration, log)
        try checkCache(configuration, library)
        let loads = (0..<configuration.threads).map { _ in LoopLoad() }
        let application = Application(configuration, library: library, service: service, files: files, log: log, loads: loads)
        do throws(UVError) {
            try serve(application, loads: loads)
        } catch {
            let place = "\(configuration.host):\(configuration.port)"
            throw Failure(
                description: error.isAddressInUse
                    ? "\(place) is in use by another process; choose another --port" : "cannot listen on \(place): \(error.reason)")
        }
        // Nobody waits any more, and a decoder cannot be interrupted in the middle of a row: what is not done in a second is left behind,
        // without a trace in the cache.
        // Should even that hang, the system ends it.
        signal(SIGALRM, SIG_DFL)
        alarm(10)
        _ = SystemThread { [weak service] in
            sleep(1)
            guard let service else { return }
            service.abandon()
            _exit(0)
        }
        application.shutDown()
        log.finish()
    }

    // MARK: - Parts

    static func makeLibrary(_ configuration: Configuration) throws(Failure) -> ImageLibrary {
        do throws(FolderError) {
            return try ImageLibrary(folder: configuration.folder, parameters: configuration.libraryParameters)
        } catch {
            throw Failure(description: "the folder of images \(error.path) cannot be read: \(error.reason)")
        }
    }

    /// - Throws: where the files of the cache would be images of the folder.
    static func checkCache(_ configuration: Configuration, _ library: ImageLibrary) throws(Failure) {
        guard !library.holds(folder: configuration.cacheFolder) else {
            throw Failure(
                description: "the cache folder \(configuration.cacheFolder) lies among the images and would be served with them; "
                    + "choose another --cache-dir")
        }
    }

    private static func makePublicFiles(_ configuration: Configuration) throws(Failure) -> PublicFiles {
        do throws(PublicFilesError) {
            return try PublicFiles(folder: configuration.publicFolder, origin: configuration.origin)
        } catch {
            throw Failure(description: error.description)
        }
    }

    static func makeService(_ configuration: Configuration, _ log: Log) throws(Failure) -> TileService {
        do throws(TileError) {
            return try TileService(configuration.serviceSettings, warn: log.warning) { product, record, byteCount in
                ResponseEncoder.preparedLines(Fields.describing(product, of: record), bodyCount: byteCount)
            }
        } catch {
            let reason = error.operatorsReason(about: configuration.folder) ?? Problem(error).detail
            throw Failure(description: "\(reason); choose another --cache-dir")
        }
    }

    // MARK: - Loops

    /// The first loop runs on this thread and deals connections to itself and to those on threads of their own.
    private static func serve(_ application: Application, loads: [LoopLoad]) throws(UVError) {
        let loop = try Loop()
        let first = try ServerLoop(application, on: loop, load: loads[0])
        let acceptor = try Acceptor(application, on: loop, own: Acceptor.Peer(mailbox: first.mailbox.sender, load: loads[0]))
        // A loop can come up when the dealer has been told to stop already, and hears of nobody any more.
        let others = Monitor<(mailboxes: [Mailbox<LoopMessage>.Sender], areOver: Bool)>(([], false))
        var threads: [LoopThread] = []
        for load in loads.dropFirst() {
            threads.append(
                try LoopThread { [newcomers = acceptor.newcomers] loop in
                    guard let server = try? ServerLoop(application, on: loop, load: load) else { return }
                    let mailbox = server.mailbox.sender
                    let isOver = others.withLock { others in
                        others.mailboxes.append(mailbox)
                        return others.areOver
                    }
                    if isOver { mailbox.send(.stop) } else { newcomers.send(Acceptor.Peer(mailbox: mailbox, load: load)) }
                    loop.run()
                    withExtendedLifetime(server) {}
                })
        }
        application.log.listening(url: "http://\(application.configuration.urlHost):\(acceptor.port)/")
        loop.run()
        withExtendedLifetime((first, acceptor)) {}
        let left = others.withLock { others in
            others.areOver = true
            return others.mailboxes
        }
        for mailbox in left { mailbox.send(.stop) }
        for thread in threads { thread.join() }
    }
}

extension Configuration {
    /// The host as a URL writes it: an IPv6 address stands in brackets.
    fileprivate var urlHost: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host }
}

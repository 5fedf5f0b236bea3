// The running server: starts its parts and its loops, and shuts them down.

internal import Building
internal import EventLoop
private import Glibc
private import Library
internal import System
internal import Tiles

/// A server from start to stop.
public enum Server {
    /// The server cannot start; one line for the operator.
    public struct Failure: Error, CustomStringConvertible {
        public let description: String
    }

    /// Runs until SIGTERM or SIGINT. Returns when all requests are answered, or ends the process when they take too long. Call once, on the
    /// main thread, after `Imaging.start`.
    /// - Throws: when the folder of images, the cache folder, the pages or the address cannot be used.
    public static func run(_ configuration: Configuration) throws(Failure) {
        // Writing to a closed connection is an error of that write; by default the signal would end the process.
        signal(SIGPIPE, SIG_IGN)
        // The same for a file that reaches the size limit (ulimit -f).
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
        let service = try makeService(configuration, log: log)
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
        limitShutdown(of: service)
        application.shutDown()
        log.finish()
    }

    /// Ends the process when shutting down takes longer than a second. All clients are gone by then, and a decoder cannot be interrupted
    /// within a row, so that the work is abandoned and its unfinished files are removed. When that takes more than ten seconds, the signal
    /// ends the process.
    private static func limitShutdown(of service: TileService) {
        signal(SIGALRM, SIG_DFL)
        alarm(10)
        _ = SystemThread { [weak service] in
            sleep(1)
            guard let service else { return }
            service.abandon()
            _exit(0)
        }
    }

    private static func makePublicFiles(_ configuration: Configuration) throws(Failure) -> PublicFiles {
        do throws(PublicFilesError) {
            return try PublicFiles(folder: configuration.publicFolder, origin: configuration.origin)
        } catch {
            throw Failure(description: error.description)
        }
    }

    // MARK: - Loops

    /// Runs the loops until the server is stopped. The first loop runs on this thread and has the acceptor; each of the others has a
    /// thread.
    private static func serve(_ application: Application, loads: [LoopLoad]) throws(UVError) {
        let loop = try Loop()
        let first = try ServerLoop(application, on: loop, load: loads[0])
        let acceptor = try Acceptor(application, on: loop, own: Acceptor.Peer(mailbox: first.mailbox.sender, load: loads[0]))
        // A loop may start after the acceptor has stopped. It then stops itself, since the acceptor sends no more messages.
        let others = Monitor<(mailboxes: [Mailbox<LoopMessage>.Sender], areStopped: Bool)>(([], false))
        var threads: [LoopThread] = []
        for load in loads.dropFirst() {
            threads.append(
                try LoopThread { [newPeers = acceptor.newPeers] loop in
                    guard let server = try? ServerLoop(application, on: loop, load: load) else { return }
                    let mailbox = server.mailbox.sender
                    let isStopped = others.withLock { others in
                        others.mailboxes.append(mailbox)
                        return others.areStopped
                    }
                    if isStopped { mailbox.send(.stop) } else { newPeers.send(Acceptor.Peer(mailbox: mailbox, load: load)) }
                    loop.run()
                    withExtendedLifetime(server) {}
                })
        }
        application.log.listening(url: "http://\(application.configuration.urlHost):\(acceptor.port)/")
        loop.run()
        withExtendedLifetime((first, acceptor)) {}
        let mailboxes = others.withLock { others in
            others.areStopped = true
            return others.mailboxes
        }
        for mailbox in mailboxes { mailbox.send(.stop) }
        for thread in threads { thread.join() }
    }
}

extension Configuration {
    /// The host as URLs contain it: an IPv6 address in brackets.
    fileprivate var urlHost: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host }
}

// FolderBuild: the pyramids of a folder of images, built into the cache where `serve` finds them.

internal import Building
internal import Geometry
internal import Library
internal import System
internal import Tiles
internal import Workers

struct FolderBuild {
    /// What other threads tell the one that reports.
    private enum Message: Sendable {
        case event(Int, PyramidEvent)
        case interrupted
    }

    /// A build that runs.
    private struct Running {
        let record: ImageRecord
        let start: ContinuousClock.Instant
        let subscription: Subscription
    }

    private let configuration: Configuration
    private let library: ImageLibrary
    private let service: TileService
    private let messages = Monitor<[Message]>([])

    /// Builds at once: as many as the service runs.
    private static let runningLimit = TileService.buildLimit

    /// - Throws: where the folder or the cache cannot be used.
    init(_ configuration: Configuration) throws(Building.Failure) {
        var configuration = configuration
        configuration.memoryCache = 0
        self.configuration = configuration
        do throws(Server.Failure) {
            library = try Server.makeLibrary(configuration)
            service = try Server.makeService(configuration, Log(configuration.logFormat))
            try Server.checkCache(configuration, library)
        } catch {
            throw Building.Failure(description: error.description)
        }
    }

    /// Builds what is missing, goes on where one fails, and returns when all is done.
    func run(_ interruption: Interruption, report: (BuildEvent) -> Void) {
        defer { service.shutDown() }
        interruption.whenItComes { [messages] in
            messages.withLock { $0.append(.interrupted) }
            messages.signal()
        }
        let records = missing(interruption, report: report)
        report(.planned(images: records.count, pixels: records.reduce(0) { $0 + $1.grid.size.area }))
        var running: [Int: Running] = [:]
        var next = 0
        var built: [ImageRecord] = []
        while !interruption.hasCome, next < records.count || !running.isEmpty {
            while next < records.count, running.count < FolderBuild.runningLimit {
                running[next] = begin(records[next], number: next, report: report)
                next += 1
            }
            guard !running.isEmpty else { continue }
            for case .event(let number, let event) in take() {
                guard let build = running[number] else { continue }
                switch event {
                // It is begun again in its turn.
                case .none: break
                case .progress(let share):
                    report(.progress(image: build.record.identifier, pixels: build.record.grid.size.area, share: share))
                case .failed(let error):
                    running[number] = nil
                    report(.failed(image: build.record.identifier, reason: Building.reason(error)))
                case .ready:
                    running[number] = nil
                    if finish(build, report: report) { built.append(build.record) }
                }
            }
        }
        for build in running.values { build.subscription.cancel() }
        if !interruption.hasCome { check(built, report: report) }
    }

    private func take() -> [Message] {
        messages.wait { messages in
            guard !messages.isEmpty else { return nil }
            defer { messages = [] }
            return messages
        }
    }

    /// The images that have no pyramid and need one.
    private func missing(_ interruption: Interruption, report: (BuildEvent) -> Void) -> [ImageRecord] {
        var records: [ImageRecord] = []
        for file in library.files() where !interruption.hasCome {
            do throws(LibraryError) {
                let record = try library.record(file)
                switch service.pyramidState(of: record) {
                case .native: report(.skipped(image: file, .isNative))
                case .ready: report(.skipped(image: file, .isBuilt))
                case .none, .building, .failed: records.append(record)
                }
            } catch {
                // What is no image is nobody's concern.
                if case .unusable = error { report(.failed(image: file, reason: Building.reason(error))) }
            }
        }
        return records
    }

    /// Nil where it cannot begin.
    private func begin(_ record: ImageRecord, number: Int, report: (BuildEvent) -> Void) -> Running? {
        let start = ContinuousClock().now
        let subscription = service.listen(to: record) { [messages] event in
            messages.withLock { $0.append(.event(number, event)) }
            messages.signal()
        }
        do throws(TileError) {
            // It may have come there meanwhile, from a server that shares the cache: no build of ours tells of it then.
            if case .file = try service.cachedPyramid(of: record) { messages.withLock { $0.append(.event(number, .ready)) } }
            return Running(record: record, start: start, subscription: subscription)
        } catch {
            subscription.cancel()
            report(.failed(image: record.identifier, reason: Building.reason(error)))
            return nil
        }
    }

    /// Whether the pyramid is there.
    private func finish(_ build: Running, report: (BuildEvent) -> Void) -> Bool {
        let record = build.record
        guard case .file(let file)? = try? service.cachedPyramid(of: record) else {
            report(.failed(image: record.identifier, reason: "its pyramid has vanished from \(configuration.cacheFolder)"))
            return false
        }
        report(
            .done(
                image: record.identifier,
                BuiltPyramid(
                    file: service.pyramidPath(of: record), size: record.grid.size, tiles: file.tileCount, bytes: file.byteCount,
                    seconds: (ContinuousClock().now - build.start) / .seconds(1))))
        return true
    }

    /// Tells which pyramids had to go again for others.
    private func check(_ built: [ImageRecord], report: (BuildEvent) -> Void) {
        for record in built where service.pyramidState(of: record) != .ready {
            report(
                .failed(
                    image: record.identifier,
                    reason: "its pyramid was removed again, since all of them take more than \(configuration.cacheSize) bytes; "
                        + "give more with --cache-size"))
        }
    }
}

// LoopStage: one loop of a server, and a client that is connected to it over a socket.

import AllocationCounter
@testable import Caching
import EventLoop
import Geometry
import Glibc
import HTTP
@testable import Library
@testable import Server
import Testing
import TestSupport
@testable import Tiles

/// A loop of a server over one image whose tile is in memory, and a client's end of a connection to it.
final class LoopStage {
    private let folder = TemporaryFolder()
    let service: TileService
    private let application: Application
    private let client: Int32
    private let thread: LoopThread
    private let mailbox = Shared<Mailbox<LoopMessage>.Sender?>(nil)
    private let record: ImageRecord
    /// Counts the allocations of the loop's thread.
    let counter = allocation_counter_make()
    /// The loop's own counters.
    let load = LoopLoad()

    var version: ImageVersion { record.version }

    /// True when the tile can be sent without a worker.
    var isAtHand: Bool {
        let key = TileKey(version: version, address: TileAddress(level: 0, column: 0, row: 0), format: .jpg)
        return key.flatMap { service.atHand($0, of: record) } != nil
    }

    init(memory: Int, routes: RouteTable = .standard) throws {
        try #require(isLibraryStarted)
        folder.write("images/a.ppm", ppm(width: 100, height: 100))
        folder.write("public/index.html", Array("gallery".utf8))
        folder.write("public/viewer.html", Array("viewer".utf8))
        let library = try ImageLibrary(
            folder: folder / "images", parameters: .init(tiles: TilePolicy(tileSize: 256), maxSourcePixels: 1_000_000, fingerprint: ""))
        service = try TileService(
            TileService.Configuration(
                cacheFolder: folder / "cache", cacheSize: 1 << 20, memoryCache: memory, workers: 1,
                decodeMemory: 1 << 20),
            warn: { _ in }, lines: HTTP1Writer.preparedLines)
        application = Application(
            Configuration(), library: library, service: service, files: try PublicFiles(folder: folder / "public", origin: nil),
            log: Log(.text), loads: [load], routes: routes)
        record = try library.record("a.ppm")
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        client = ends[0]
        var timeout = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        thread = try LoopThread { [mailbox, application, counter, load, descriptor = ends[1]] loop in
            guard let server = try? ServerLoop(application, on: loop, load: load) else { return }
            server.adopt(descriptor, isOverLimit: false)
            mailbox.update { $0 = server.mailbox.sender }
            allocation_counter_watch(counter)
            loop.run()
            allocation_counter_watch(0)
            withExtendedLifetime(server) {}
        }
    }

    /// Sends a request and reads its answer: the head, and a body of the length that the head gives.
    @discardableResult
    func exchange(_ request: [UInt8]) -> [UInt8] {
        guard send(client, request, request.count, 0) == request.count else { return [] }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var count = Int.max
        while answer.count < count {
            let got = recv(client, &buffer, buffer.count, 0)
            guard got > 0 else {
                Issue.record("the answer ends early")
                return answer
            }
            answer += buffer[..<got]
            if count == .max, let end = answer.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound {
                let head = String(decoding: answer[..<end], as: UTF8.self)
                let length = head.firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.1) } ?? 0
                count = end + length
            }
        }
        return answer
    }

    func stop() {
        _ = mailbox.value?.send(.stop)
        thread.join()
        close(client)
        application.shutDown()
    }
}

// How often a loop asks for memory while it answers from memory: a budget that is kept.

import AllocationCounter
import EventLoop
import Geometry
import Glibc
import HTTP
@testable import Library
@testable import Pyramids
@testable import Server
import Testing
import TestSupport

// Without the optimiser, closures and copies that it removes are all there, and the counts say nothing.
#if !DEBUG

    @Suite(.serialized, .enabled(if: allocation_counter_works())) struct AllocationTests {
        /// What a browser sends with each tile.
        private static let browser = """
            Host: tiles.example.org\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\n\
            Accept: image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5\r\nAccept-Language: en-GB,en;q=0.5\r\n\
            Accept-Encoding: gzip, deflate, br, zstd\r\nReferer: https://tiles.example.org/view/a.ppm\r\nConnection: keep-alive\r\n\
            Sec-Fetch-Dest: image\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Site: same-origin\r\nPriority: u=5, i\r\n

            """

        /// A tile from memory needs nothing.
        @Test(arguments: [("a short request", "Host: a\r\n"), ("a browser's", browser)]) func fromMemory(_ name: String, _ fields: String)
            throws
        {
            try check(name, fields, memory: 1 << 20, budget: 0)
        }

        /// Asked for by IIIF, the same tile needs its link besides: the texts of the host and of the base, and the link itself.
        @Test(arguments: ["3", "2"]) func fromMemoryByIIIF(_ version: String) throws {
            try check(
                "a tile by IIIF", Self.browser, memory: 1 << 20, budget: 6, path: "/iiif/\(version)/a.ppm/0,0,100,100/100,100/0/default.jpg"
            )
        }

        /// A tile from a file needs the memory that it is read into, its header lines (the text of its entity tag, of its date, and the list of
        /// fields), and that is all.
        @Test func fromFile() throws { try check("a tile from a file", "Host: a\r\n", memory: 0, budget: 9) }

        /// A copy that is current is told of in a few lines.
        @Test func notModified() throws {
            try check("a copy that is current", "Host: a\r\nIf-None-Match: *\r\n", memory: 1 << 20, budget: 13)
        }

        /// Rounds of answers, of which one at least must keep to the budget: a second's tick and the look at the file once a second disturb
        /// some of them, on a busy machine most.
        private func check(_ name: String, _ fields: String, memory: Int, budget: Int, path: String = "/tiles/a.ppm/0/0/0.jpg") throws {
            let stage = try Stage(memory: memory)
            let request = Array("GET \(path)?v=\(stage.version) HTTP/1.1\r\n\(fields)\r\n".utf8)
            defer { stage.stop() }
            for _ in 0..<100 { stage.exchange(request) }
            // Where the file's system cannot tell that a read would wait, tiles from files are a worker's.
            guard memory > 0 || stage.isAtHand else { return }
            // Few, since a round that lasts a second on a busy machine is always disturbed.
            let answers = 20
            var least = Int.max
            for _ in 0..<500 where least > answers * budget {
                let before = allocation_counter_count(stage.counter)
                #expect(before > 0, "the counter counts")
                for _ in 0..<answers { stage.exchange(request) }
                least = min(least, allocation_counter_count(stage.counter) - before)
            }
            #expect(least <= answers * budget, "\(name): \(least) allocations for \(answers) answers")
        }

        /// A loop of a server over one image whose tile is in memory, and a client's end of a connection to it.
        private final class Stage {
            private let folder = TemporaryFolder()
            private let service: TileService
            private let application: Application
            private let client: Int32
            private let thread: LoopThread
            private let mailbox = Shared<Mailbox<LoopMessage>.Sender?>(nil)
            private let record: ImageRecord
            /// Of the loop's thread.
            let counter = allocation_counter_make()

            var version: ImageVersion { record.version }

            /// Whether the tile needs no worker.
            var isAtHand: Bool {
                let key = TileKey(version: version, address: TileAddress(level: 0, column: 0, row: 0), format: .jpg)
                return key.flatMap { service.atHand($0, of: record) } != nil
            }

            init(memory: Int) throws {
                try #require(isLibraryStarted)
                folder.write("images/a.ppm", ppm(width: 100, height: 100))
                folder.write("public/index.html", Array("gallery".utf8))
                folder.write("public/viewer.html", Array("viewer".utf8))
                let library = try ImageLibrary(
                    folder: folder / "images", parameters: .init(tileSize: 256, maxSourcePixels: 1_000_000, fingerprint: ""))
                service = try TileService(
                    TileService.Configuration(
                        cacheFolder: folder / "cache", cacheSize: 1 << 20, memoryCache: memory, quality: 80, background: .white, workers: 1,
                        decodeMemory: 1 << 20),
                    warn: { _ in }
                ) { product, record, byteCount in
                    ResponseEncoder.preparedLines(Fields.describing(product, of: record), bodyCount: byteCount)
                }
                application = Application(
                    Configuration(), library: library, service: service, files: try PublicFiles(folder: folder / "public", origin: nil),
                    log: Log(.text), loads: [LoopLoad()])
                record = try library.record("a.ppm")
                var ends: [Int32] = [0, 0]
                try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
                client = ends[0]
                var patience = timeval(tv_sec: 60, tv_usec: 0)
                setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
                thread = try LoopThread { [mailbox, application, counter, descriptor = ends[1]] loop in
                    guard let server = try? ServerLoop(application, on: loop, load: LoopLoad()) else { return }
                    server.adopt(descriptor, isOverLimit: false)
                    mailbox.update { $0 = server.mailbox.sender }
                    allocation_counter_watch(counter)
                    loop.run()
                    allocation_counter_watch(0)
                    withExtendedLifetime(server) {}
                }
            }

            /// Sends a request and reads the answer: the head, and as much behind it as that says.
            func exchange(_ request: [UInt8]) {
                guard send(client, request, request.count, 0) == request.count else { return }
                var answer: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 65_536)
                var count = Int.max
                while answer.count < count {
                    let got = recv(client, &buffer, buffer.count, 0)
                    guard got > 0 else {
                        Issue.record("the answer ends early")
                        return
                    }
                    answer += buffer[..<got]
                    if count == .max, let end = answer.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound {
                        let head = String(decoding: answer[..<end], as: UTF8.self)
                        let length = head.firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.1) } ?? 0
                        count = end + length
                    }
                }
            }

            func stop() {
                _ = mailbox.value?.send(.stop)
                thread.join()
                close(client)
                service.shutDown()
            }
        }
    }

#endif

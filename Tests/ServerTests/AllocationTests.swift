// The allocations of a loop while it answers from memory: each kind of answer has a budget.

import AllocationCounter
import Testing

// Without the optimiser, closures and copies that it removes are all there, and the counts say nothing.
#if !DEBUG

    @Suite(.serialized, .enabled(if: allocation_counter_works())) struct AllocationTests {
        /// The fields that a browser sends with each tile.
        private static let browser = """
            Host: tiles.example.org\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0\r\n\
            Accept: image/avif,image/webp,image/png,image/svg+xml,image/*;q=0.8,*/*;q=0.5\r\nAccept-Language: en-GB,en;q=0.5\r\n\
            Accept-Encoding: gzip, deflate, br, zstd\r\nReferer: https://tiles.example.org/view/a.ppm\r\nConnection: keep-alive\r\n\
            Sec-Fetch-Dest: image\r\nSec-Fetch-Mode: no-cors\r\nSec-Fetch-Site: same-origin\r\nPriority: u=5, i\r\n

            """

        @Test("A tile from memory allocates nothing", arguments: [("a short request", "Host: a\r\n"), ("a browser's", browser)])
        func fromMemory(_ name: String, _ fields: String)
            throws
        {
            try check(name, fields, memory: 1 << 20, budget: 0)
        }

        /// The texts of the host and of the base, and the link itself.
        @Test("The same tile by IIIF allocates its link", arguments: ["3", "2"]) func fromMemoryByIIIF(_ version: String) throws {
            try check(
                "a tile by IIIF", Self.browser, memory: 1 << 20, budget: 6, path: "/iiif/\(version)/a.ppm/0,0,100,100/100,100/0/default.jpg"
            )
        }

        /// The header lines take the text of the entity tag, the text of the date, and the list of fields.
        @Test("A tile from a file allocates the memory for its bytes and its header lines") func fromFile() throws {
            try check("a tile from a file", "Host: a\r\n", memory: 0, budget: 9)
        }

        @Test("An answer to a current copy allocates its few fields") func notModified() throws {
            try check("a copy that is current", "Host: a\r\nIf-None-Match: *\r\n", memory: 1 << 20, budget: 13)
        }

        /// Runs rounds of answers, of which at least one must keep to the budget. The tick of each second and the check of the file once a second
        /// disturb some rounds, on a busy machine most.
        private func check(_ name: String, _ fields: String, memory: Int, budget: Int, path: String = "/tiles/a.ppm/0/0/0.jpg") throws {
            let stage = try LoopStage(memory: memory)
            let request = Array("GET \(path)?v=\(stage.version) HTTP/1.1\r\n\(fields)\r\n".utf8)
            defer { stage.stop() }
            for _ in 0..<100 { stage.exchange(request) }
            // If the file system cannot tell that a read would wait, workers read tiles from files.
            guard memory > 0 || stage.isAtHand else { return }
            // Few answers, since a round that lasts a second on a busy machine is always disturbed.
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
    }

#endif

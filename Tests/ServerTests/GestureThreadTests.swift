// Events of gestures are answered whatever the workers are at.

import Glibc
import Library
import System
import Testing
import TestSupport
import Workers

@Suite struct GestureThreadTests {
    private static let event =
        #"{"session":"s","gesture":"settle","phase":"ended","view":{"width":60,"height":40},"scale":2,"#
        + #""anchor":{"x":0.5,"y":0.5},"offset":{"x":0,"y":0}}"#

    private func status(_ answer: [UInt8]) -> Substring { String(decoding: answer, as: UTF8.self).prefix(12) }

    @Test func notBehindTheTiles() throws {
        let stage = try LoopStage(memory: 1 << 20)
        defer { stage.stop() }
        let request = "POST /viewport/a.ppm/gestures HTTP/1.1\r\nHost: a\r\nContent-Length: \(Self.event.utf8.count)\r\n\r\n\(Self.event)"
        // What the loop knows of the image is good for two seconds; a machine that stops that long has the next attempt.
        for _ in 0..<10 {
            #expect(status(stage.exchange(Array("GET /tiles/a.ppm/0/0/0.jpg HTTP/1.1\r\nHost: a\r\n\r\n".utf8))) == "HTTP/1.1 200")
            let isOver = Shared(false)
            for _ in 0..<8 { _ = stage.service.workers.submit(.wanted) { isOver.wait { $0 } } }
            let spinPolicy = try #require(
                SystemThread {
                    for _ in 0..<30 where !isOver.value { usleep(100_000) }
                    isOver.update { $0 = true }
                })
            #expect(status(stage.exchange(Array(request.utf8))) == "HTTP/1.1 200")
            let areStillAtIt = stage.service.workers.depth(of: .wanted) > 0
            isOver.update { $0 = true }
            spinPolicy.join()
            if areStillAtIt { return }
        }
        Issue.record("no event was answered while the workers were at something else")
    }
}

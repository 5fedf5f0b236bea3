// Events of gestures are answered while all workers are busy.

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

    @Test("An event of a gesture is answered while tiles wait for workers") func notBehindTheTiles() throws {
        let stage = try LoopStage(memory: 1 << 20)
        defer { stage.stop() }
        let request = "POST /viewport/a.ppm/gestures HTTP/1.1\r\nHost: a\r\nContent-Length: \(Self.event.utf8.count)\r\n\r\n\(Self.event)"
        // The loop may use a record for two seconds. A machine that stops for so long gets another attempt.
        for _ in 0..<10 {
            #expect(status(stage.exchange(Array("GET /tiles/a.ppm/0/0/0.jpg HTTP/1.1\r\nHost: a\r\n\r\n".utf8))) == "HTTP/1.1 200")
            let isOver = Shared(false)
            for _ in 0..<8 { _ = stage.service.workers.submit(.wanted) { isOver.wait { $0 } } }
            let timeout = try #require(
                SystemThread {
                    for _ in 0..<30 where !isOver.value { usleep(100_000) }
                    isOver.update { $0 = true }
                })
            #expect(status(stage.exchange(Array(request.utf8))) == "HTTP/1.1 200")
            let areStillAtIt = stage.service.workers.depth(of: .wanted) > 0
            isOver.update { $0 = true }
            timeout.join()
            if areStillAtIt { return }
        }
        Issue.record("no event was answered while the workers were busy")
    }
}

// Bodies that are sent piece by piece: their framing, their pace, and clients that do not read.

import HTTP
import EventLoop
import Protocols
import TestSupport
@testable import Server
import Testing
import Workers

@Suite struct BodySenderTests {
    private let client = MemoryTransport()
    private let stage: ServerStage

    init() throws { stage = try ServerStage() }

    private func events(isHTTP10: Bool = false) throws -> BodySender {
        let stream = BuildEvents(of: stage.record, service: stage.service, share: try #require(Quota(1).take()))
        return sender(.events(stream), isHTTP10: isHTTP10)
    }

    private func sender(_ body: StreamedBody, isHTTP10: Bool = false) -> BodySender {
        let sink = HTTP1BodySink(transport: client, isChunked: body.isEndless && !isHTTP10)
        return BodySender(body, reply: stage.reply, to: sink, now: 0)
    }

    private func piece(_ text: String, isLast: Bool = false) -> BodyPiece { .bytes(Array(text.utf8), isLast: isLast) }

    @Test("each event is a chunk, and the last chunk ends the body") func chunks() throws {
        let sender = try events()
        #expect(sender.take(piece("0123456789abcdefX"), now: 1) == .goesOn)
        #expect(sender.take(piece("b", isLast: true), now: 2) == .isDone)
        #expect(client.text == "11\r\n0123456789abcdefX\r\n1\r\nb\r\n0\r\n\r\n")
    }

    @Test("events to a client of HTTP/1.0 have no framing") func untilTheEnd() throws {
        let sender = try events(isHTTP10: true)
        #expect(sender.take(piece("a"), now: 1) == .goesOn)
        #expect(sender.take(piece("b", isLast: true), now: 2) == .isDone)
        #expect(client.text == "ab")
    }

    @Test("a stream without events sends heartbeats") func heartbeats() throws {
        let sender = try events()
        #expect(sender.tick(now: 14_999) == .goesOn && client.text.isEmpty)
        #expect(sender.tick(now: 15_000) == .goesOn && client.text == "3\r\n:\n\n\r\n")
        #expect(sender.tick(now: 16_000) == .goesOn && client.text.unicodeScalars.count == 8)
        #expect(sender.take(piece("a"), now: 20_000) == .goesOn)
        #expect(sender.tick(now: 34_999) == .goesOn && !client.text.hasSuffix(":\n\n\r\n"))
        client.isBroken = true
        #expect(sender.tick(now: 35_000) == .isBroken)
    }

    @Test("a client that does not read its events is disconnected, by the bytes that wait or by the time") func listenersThatDoNotRead()
        throws
    {
        let sender = try events()
        client.takesAll = false
        let event = String(repeating: "x", count: 1_000)
        var steps = 0
        while sender.take(piece(event), now: 1) == .goesOn { steps += 1 }
        #expect((64...66).contains(steps))
        let slow = try events()
        client.pendingBytes = 10
        #expect(slow.tick(now: 1_000) == .goesOn)
        #expect(slow.tick(now: 59_999) == .goesOn)
        client.pendingBytes = 5
        #expect(slow.tick(now: 60_000) == .goesOn, "it takes something")
        #expect(slow.tick(now: 119_999) == .goesOn)
        #expect(slow.tick(now: 120_000) == .isBroken)
    }

    @Test("a stopping server ends streams of events and sends files to their end") func theServerStops() throws {
        #expect(try events().drain() == .isDone)
        #expect(client.text == "0\r\n\r\n")
        let file = try file(count: 10)
        #expect(file.drain() == .goesOn, "a file is sent to its end")
    }

    // MARK: - Files

    /// The ranges that were read of the file.
    private let reads = Shared<[Range<Int>]>([])

    private func file(count: Int, from start: Int = 0) throws -> BodySender {
        let body = FileBody(start..<start + count, workers: stage.service.workers, share: try #require(Quota(1).take())) { [reads] range in
            reads.update { $0.append(range) }
            return [UInt8](repeating: 7, count: range.count)
        }
        return sender(.file(body))
    }

    @Test("the next piece of a file is read when the piece before it has been sent, and never earlier") func backpressure() throws {
        let size = FileBody.pieceCount
        let sender = try file(count: 2 * size + 10, from: 5)
        sender.begin()
        #expect(reads.wait { $0 == [5..<5 + size] })
        client.takesAll = false
        #expect(sender.take(.bytes([1, 2], isLast: false), now: 1) == .goesOn)
        sender.didDrain()
        #expect(reads.wait { $0.count == 2 } && reads.value[1] == 5 + size..<5 + 2 * size)
        sender.didDrain()
        client.pendingBytes = 0
        client.takesAll = true
        #expect(reads.value.count == 2, "one at a time")
        #expect(sender.take(.bytes([3], isLast: false), now: 2) == .goesOn)
        #expect(reads.wait { $0.count == 3 } && reads.value[2] == 5 + 2 * size..<15 + 2 * size)
        #expect(sender.take(.bytes([4], isLast: true), now: 3) == .isDone)
        #expect(client.text == "\u{1}\u{2}\u{3}\u{4}")
    }

    @Test("when the queue of the workers is full, a piece is read later, and once") func busyWorkers() throws {
        let workers = WorkerPool(threads: 1, capacity: 1)
        let mayContinue = Shared(false)
        let isHeld = Shared(false)
        _ = workers.submit(.wanted) {
            isHeld.update { $0 = true }
            mayContinue.wait { $0 }
        }
        #expect(isHeld.wait { $0 })
        let waiting = try #require(workers.submit(.wanted) {})
        let body = FileBody(0..<10, workers: workers, share: try #require(Quota(1).take())) { [reads] range in
            reads.update { $0.append(range) }
            return [UInt8](repeating: 7, count: range.count)
        }
        let sender = sender(.file(body))
        sender.begin()
        #expect(sender.tick(now: 1_000) == .goesOn)
        workers.drop(waiting)
        #expect(sender.tick(now: 2_000) == .goesOn && sender.tick(now: 3_000) == .goesOn)
        mayContinue.update { $0 = true }
        workers.shutDown()
        #expect(reads.value == [0..<10], "once")
        #expect(!stage.pieces.value.contains(.broken))
    }

    @Test("a file that cannot be read breaks the body off") func fileThatCannotBeRead() throws {
        #expect(try file(count: 10).take(.broken, now: 1) == .isBroken)
    }

    @Test("a body does not take the pieces of another request") func tickets() throws {
        let sender = try events()
        #expect(sender.answers(stage.reply.ticket))
        #expect(!sender.answers(Ticket(connection: stage.reply.ticket.connection, sequence: stage.reply.ticket.sequence + 1)))
    }

    @Test("a quota gives out its shares, and takes them back when they are released") func quotas() throws {
        let quota = Quota(2)
        var shares = [try #require(quota.take()), try #require(quota.take())]
        #expect(quota.take() == nil && quota.take() == nil)
        shares.removeLast()
        #expect(quota.take() != nil, "and it is back at once, since nobody holds it")
        shares.append(try #require(quota.take()))
        #expect(quota.take() == nil)
        shares = []
        #expect(quota.take() != nil)
    }

    @Test(
        "each status of a pyramid is an event, and each but progress ends the stream",
        arguments: [
            (PyramidStatus.building(0.5), "event: progress\ndata: {\"state\":\"building\",\"progress\":0.5}\n\n", false),
            (.none, "retry: 2000\nevent: progress\ndata: {\"state\":\"none\",\"progress\":0}\n\n", true),
            (.ready, "retry: 60000\nevent: ready\ndata: {\"state\":\"ready\",\"progress\":1}\n\n", true),
            (.native, "retry: 60000\nevent: ready\ndata: {\"state\":\"native\",\"progress\":1}\n\n", true),
            (
                .failed(reason: "it is cut"),
                "retry: 60000\nevent: failed\ndata: {\"state\":\"failed\",\"progress\":0,\"reason\":\"it is cut\"}\n\n", true
            ),
        ])
    func statuses(_ status: PyramidStatus, _ text: String, _ isLast: Bool) {
        #expect(BuildEvents.piece(status) == piece(text, isLast: isLast))
    }
}

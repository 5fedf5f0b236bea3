// HTTP/1 connections over a transport in memory: pipelining, slow clients, timeouts, late answers, bodies in pieces, draining.

import HTTP
@testable import Server
import Synchronization
import Testing

@Suite struct HTTP1ConnectionTests {
    /// Runs a test on a stage and stops it.
    private func onStage(_ test: (ConnectionStage, MemoryTransport) throws -> Void) throws {
        let stage = try ConnectionStage()
        defer { stage.stop() }
        try test(stage, stage.client)
    }

    // MARK: - Requests

    @Test("pipelined requests are answered in their order") func pipelining() throws {
        try onStage { stage, client in
            stage.get("/a", "/b", "/c")
            #expect(stage.bodies() == ["/a", "/b", "/c"])
            #expect(!client.isClosed && client.isReading)
        }
    }

    @Test("a request may arrive byte by byte") func slowRequest() throws {
        try onStage { stage, client in
            for character in "GET /a HTTP/1.1\r\nHost: a\r\n\r\n" { client.send(String(character)) }
            #expect(stage.bodies() == ["/a"])
        }
    }

    @Test("bytes that are no request are answered with 400, and the connection ends") func malformed() throws {
        try onStage { stage, client in
            client.send("GET /a HTTP/1.1\r\nHost : a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(stage.statuses == [400] && stage.paths.isEmpty)
            #expect(client.text.contains("\r\nConnection: close\r\n"))
            #expect(client.isShutDown && !client.isClosed && client.isReading, "what still arrives is read and dropped")
            stage.wait(seconds: 2)
            #expect(client.isClosed && stage.isForgotten)
        }
    }

    @Test("a client that waits with its body is told to send it, once") func continues() throws {
        try onStage { stage, client in
            client.send("GET /a HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n")
            #expect(client.takeText() == "HTTP/1.1 100 Continue\r\n\r\n")
            client.send("ab")
            #expect(client.takeText() == "")
            client.send("cd")
            #expect(stage.bodies() == ["/a"])
        }
    }

    @Test("HEAD is answered without a body") func head() throws {
        try onStage { stage, client in
            client.send("HEAD /abc HTTP/1.1\r\nHost: a\r\n\r\n")
            #expect(client.text.hasSuffix("Content-Length: 4\r\n\r\n"))
        }
    }

    @Test(
        "the connection closes after an answer when the client or HTTP/1.0 wants it",
        arguments: [
            ("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", true), ("GET /a HTTP/1.0\r\n\r\n", true),
            ("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", false), ("GET /a HTTP/1.1\r\nHost: a\r\n\r\n", false),
        ])
    func closing(_ request: String, _ closes: Bool) throws {
        try onStage { stage, client in
            client.send(request)
            #expect(stage.bodies() == ["/a"])
            #expect(client.isShutDown == closes)
            stage.get("/b")
            #expect(stage.paths == (closes ? ["/a"] : ["/a", "/b"]))
        }
    }

    // MARK: - Late answers

    @Test("requests behind one that waits are held back until its answer") func lateAnswer() throws {
        try onStage { stage, client in
            stage.get("/later", "/b")
            stage.get("/c")
            #expect(stage.paths == ["/later"] && client.text.isEmpty && client.isReading)
            stage.finish("late")
            #expect(stage.bodies() == ["late", "/b", "/c"])
        }
    }

    @Test("the connection stops reading when too many bytes are held back, and reads on after the answer") func backlog() throws {
        try onStage { stage, client in
            stage.get("/later")
            let count = 3_000
            for _ in 0..<count { stage.get("/b") }
            #expect(!client.isReading)
            stage.finish("late")
            #expect(client.isReading)
            #expect(stage.bodies().count == count + 1)
        }
    }

    @Test("an answer that comes twice, or for another request, is dropped") func staleAnswers() throws {
        try onStage { stage, client in
            stage.get("/later", "/later")
            let ticket = stage.waiting[0].reply.ticket
            stage.finish("first")
            for number in [ticket.sequence, ticket.sequence + 2] {
                let stale = Ticket(connection: ticket.connection, sequence: number)
                stage.connection.finish(stale, .response(Response(.ok, body: [0x78])))
                stage.connection.take(.bytes([0x78], isLast: true), stale)
            }
            #expect(stage.bodies() == ["first"])
            stage.finish("second")
            #expect(stage.bodies() == ["second"])
        }
    }

    @Test("a request that takes too long is cancelled and answered with 503, and the next one is answered") func requestTimeout() throws {
        try onStage { stage, client in
            stage.get("/later", "/b")
            stage.wait(seconds: 29)
            #expect(client.text.isEmpty && !stage.waiting[0].work.isCancelled)
            stage.wait(seconds: 1)
            #expect(stage.waiting[0].work.isCancelled)
            #expect(stage.statuses == [503, 200] && client.text.contains("Retry-After: 2\r\n"))
            #expect(!client.isShutDown)
            _ = client.takeText()
            stage.finish("too late")
            #expect(client.text.isEmpty)
        }
    }

    @Test("work is cancelled when the client goes away", arguments: [false, true]) func clientGoesAway(isBroken: Bool) throws {
        try onStage { stage, client in
            stage.get("/later")
            client.end(isBroken: isBroken)
            #expect(stage.waiting[0].work.isCancelled)
            #expect(client.isClosed && stage.isForgotten)
            stage.finish("nobody reads it")
            #expect(client.text.isEmpty)
        }
    }

    @Test("work is cancelled when its client ends its side while an earlier answer is pending, and that answer is delivered")
    func halfClose() throws {
        try onStage { stage, client in
            client.takesAll = false
            stage.get("/a", "/later")
            client.end()
            #expect(stage.waiting[0].work.isCancelled && !client.isClosed)
            client.readAll()
            #expect(client.isClosed && stage.bodies() == ["/a"])
        }
    }

    // MARK: - Clients that do not read

    @Test("no further request is answered while four megabytes are pending") func slowReader() throws {
        try onStage { stage, client in
            client.takesAll = false
            stage.get("/large", "/b")
            stage.get("/c")
            #expect(stage.paths == ["/large"] && !client.isReading)
            client.readAll()
            #expect(stage.paths == ["/large", "/b", "/c"] && client.isReading)
        }
    }

    @Test("a client that reads nothing for a minute is disconnected, and one that reads slowly is not") func stalledReader() throws {
        try onStage { stage, client in
            client.takesAll = false
            stage.get("/large", "/b")
            for _ in 0..<10 {
                stage.wait(seconds: 50)
                client.pendingBytes -= 1_000
                #expect(!client.isClosed)
            }
            stage.wait(seconds: 1)
            #expect(!stage.connection.unsent.isStalled)
            stage.wait(seconds: 59)
            #expect(!client.isClosed && stage.connection.unsent.isStalled)
            stage.wait(seconds: 1)
            #expect(client.isClosed && stage.isForgotten)
        }
    }

    @Test("a broken connection is closed when an answer is written") func brokenWrite() throws {
        try onStage { stage, client in
            client.isBroken = true
            stage.get("/a", "/b")
            #expect(client.isClosed && stage.paths == ["/a"])
        }
    }

    // MARK: - Deadlines

    @Test("a request that does not arrive within ten seconds of its first byte is answered with 408") func headTimeout() throws {
        try onStage { stage, client in
            stage.get("/a")
            stage.wait(seconds: 30)
            client.send("GET /b HT")
            stage.wait(seconds: 9)
            client.send("TP/1.1\r\n")
            #expect(stage.statuses == [200])
            stage.wait(seconds: 1)
            #expect(stage.statuses == [200, 408] && client.isShutDown)
        }
    }

    @Test("a connection without a request is closed after ten seconds, and after sixty between requests") func idleTimeout() throws {
        try onStage { stage, client in
            stage.wait(seconds: 9)
            #expect(!client.isClosed)
            stage.wait(seconds: 1)
            #expect(client.isClosed && client.text.isEmpty)
        }
        try onStage { stage, client in
            stage.get("/a")
            stage.wait(seconds: 59)
            #expect(!client.isClosed)
            stage.wait(seconds: 1)
            #expect(client.isClosed && !client.isShutDown)
        }
    }

    @Test("after the last answer, the client has two seconds to close, once it has read all") func lingering() throws {
        try onStage { stage, client in
            client.takesAll = false
            stage.get("/a", fields: "Connection: close\r\n")
            stage.now += 30_000
            #expect(!client.isClosed)
            client.readAll()
            stage.wait(seconds: 1)
            #expect(!client.isClosed)
            stage.wait(seconds: 1)
            #expect(client.isClosed)
        }
    }

    // MARK: - Bodies in pieces

    @Test("events are chunks, and the connection goes on after them") func events() throws {
        try onStage { stage, client in
            stage.get("/events", "/b")
            #expect(client.takeText().contains("Transfer-Encoding: chunked\r\n"))
            let ticket = Ticket(connection: 7, sequence: 1)
            stage.connection.take(.bytes(Array("one".utf8), isLast: false), ticket)
            #expect(client.takeText() == "3\r\none\r\n")
            stage.connection.take(.bytes(Array("two".utf8), isLast: true), ticket)
            #expect(client.text.hasPrefix("3\r\ntwo\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n") && client.text.hasSuffix("/b"))
            _ = client.takeText()
            stage.connection.take(.bytes(Array("three".utf8), isLast: false), ticket)
            #expect(client.text.isEmpty)
        }
    }

    @Test("events to a client of HTTP/1.0 end with the connection") func eventsInHTTP10() throws {
        try onStage { stage, client in
            client.send("GET /events HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            #expect(client.text.contains("Connection: close\r\n") && !client.takeText().contains("chunked"))
            stage.connection.take(.bytes(Array("one".utf8), isLast: true), Ticket(connection: 7, sequence: 1))
            #expect(client.takeText() == "one" && client.isShutDown)
        }
    }

    @Test("a stream of events is cancelled when the client goes away") func eventsWithoutClient() throws {
        try onStage { stage, client in
            stage.get("/events")
            client.end()
            #expect(client.isClosed && stage.events?.isCancelled.load(ordering: .relaxed) == true)
        }
    }

    @Test("a quiet stream of events sends a heartbeat every fifteen seconds") func heartbeat() throws {
        try onStage { stage, client in
            stage.get("/events")
            _ = client.takeText()
            stage.wait(seconds: 14)
            #expect(client.text.isEmpty)
            stage.wait(seconds: 16)
            #expect(client.text == "3\r\n:\n\n\r\n3\r\n:\n\n\r\n")
        }
    }

    // MARK: - The server stops

    @Test("draining closes an idle connection at once") func drainIdle() throws {
        try onStage { stage, client in
            stage.get("/a")
            stage.isDraining = true
            stage.connection.drain()
            #expect(client.isClosed && stage.isForgotten)
        }
    }

    @Test("draining waits for a late answer, which says that the connection closes") func drainWaiting() throws {
        try onStage { stage, client in
            stage.get("/later")
            stage.isDraining = true
            stage.connection.drain()
            #expect(!client.isClosed && !stage.waiting[0].work.isCancelled)
            stage.finish("late")
            #expect(client.text.contains("Connection: close\r\n") && client.isShutDown)
        }
    }

    @Test("draining waits for a request that is arriving and for answers that are pending") func drainBusy() throws {
        try onStage { stage, client in
            client.send("GET /a HT")
            stage.isDraining = true
            stage.connection.drain()
            #expect(!client.isClosed)
            client.send("TP/1.1\r\nHost: a\r\n\r\n")
            #expect(client.text.contains("Connection: close\r\n") && client.isShutDown)
        }
        try onStage { stage, client in
            client.takesAll = false
            stage.get("/a")
            stage.isDraining = true
            stage.connection.drain()
            #expect(!client.isClosed)
            client.readAll()
            #expect(client.isClosed && stage.bodies() == ["/a"])
        }
    }

    @Test("draining ends a stream of events") func drainEvents() throws {
        try onStage { stage, client in
            stage.get("/events")
            _ = client.takeText()
            stage.isDraining = true
            stage.connection.drain()
            #expect(client.text == "0\r\n\r\n" && client.isShutDown)
            #expect(stage.events?.isCancelled.load(ordering: .relaxed) == true)
        }
    }
}

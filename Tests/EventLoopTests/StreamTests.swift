// Streams over real sockets: bytes arrive complete and in order, and ends are reported.

import EventLoop
import Glibc
import Testing
import TestSupport

@Suite struct StreamTests {
    private func echo() throws -> TestLoop {
        try TestLoop { _ in
            let delegate = Delegate()
            delegate.didRead = { stream, bytes in
                // The bytes are written as two pieces, split anywhere.
                let cut = bytes.count / 3
                stream.write(Array(bytes[..<cut]).span, Array(bytes[cut...]).span)
            }
            delegate.didEnd = { stream, _ in stream.close() }
            return delegate
        }
    }

    @Test("What several clients send comes back to each") func echoes() throws {
        let server = try echo()
        let clients = (0..<8).map { _ in Client(port: server.port) }
        for round in 0..<20 {
            for (index, client) in clients.enumerated() { client.send(Array("\(index) says \(round)".utf8)) }
            for (index, client) in clients.enumerated() {
                let expected = Array("\(index) says \(round)".utf8)
                #expect(client.receive(expected.count) == expected)
            }
        }
        for client in clients {
            client.endSending()
            #expect(client.receive(1) == [])
            client.close()
        }
        server.stop()
    }

    /// The client reads nothing until all bytes are written.
    @Test("Bytes that the kernel does not take follow in order, and the end is reported once") func backPressure() throws {
        let drains = Shared(0)
        let pending = Shared(-1)
        // The first piece is more than the kernel takes at once, so that the write is split somewhere in it.
        let pieces = [12_000_000, 100_003, 1, 50_000]
        let count = pieces.reduce(0, +)
        // Made of a repeated part: without the optimiser, millions of single bytes take a minute on a busy machine.
        let part = (0..<99_991).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        var repeated: [UInt8] = []
        while repeated.count < count { repeated += part }
        let whole = Array(repeated[..<count])
        let server = try TestLoop { _ in
            let delegate = Delegate()
            delegate.didRead = { stream, _ in
                var start = 0
                for piece in pieces {
                    let cut = start + min(1_000, piece)
                    let isTaken = stream.write(Array(whole[start..<cut]).span, Array(whole[cut..<start + piece]).span)
                    #expect(isTaken)
                    start += piece
                }
                pending.update { $0 = stream.pendingBytes }
            }
            delegate.didDrain = { stream in
                #expect(stream.pendingBytes == 0)
                drains.update { $0 += 1 }
            }
            return delegate
        }
        let client = Client(port: server.port, receiveBuffer: 32_768)
        client.send([1])
        #expect(pending.wait { $0 >= 0 })
        #expect(pending.value > 0)
        #expect(drains.value == 0)
        let received = try #require(client.receive(count))
        let isWhole = received == whole
        #expect(isWhole)
        #expect(drains.wait { $0 > 0 })
        client.close()
        // The loop has ended after this: no further call can come.
        server.stop()
        #expect(drains.value == 1)
    }

    @Test("After our side has ended, the other is still read") func shutsDownOneSide() throws {
        let heard = Shared<[UInt8]>([])
        let ended = Shared(false)
        let server = try TestLoop { _ in
            let delegate = Delegate()
            delegate.didRead = { stream, bytes in
                heard.update { $0 += bytes }
                if bytes.first == 1 {
                    stream.write([UInt8](repeating: 7, count: 2_000_000))
                    stream.shutDown()
                    stream.shutDown()
                    #expect(!stream.write([8]))
                }
            }
            delegate.didEnd = { stream, isBroken in
                ended.update { $0 = !isBroken }
                stream.close()
            }
            return delegate
        }
        let client = Client(port: server.port, receiveBuffer: 32_768)
        client.send([1])
        #expect(client.receive(3_000_000)?.count == 2_000_000)
        client.send([2, 3])
        client.endSending()
        #expect(ended.wait { $0 })
        #expect(heard.value == [1, 2, 3])
        client.close()
        server.stop()
    }

    @Test("Nothing is read between stopping and starting") func stopsAndStartsReading() throws {
        let heard = Shared<[UInt8]>([])
        let server = try TestLoop { _ in
            let delegate = Delegate()
            delegate.didRead = { stream, bytes in
                heard.update { $0 += bytes }
                stream.stopReading()
                stream.stopReading()
            }
            return delegate
        }
        let client = Client(port: server.port)
        client.send([1])
        #expect(heard.wait { $0 == [1] })
        client.send([2])
        #expect(client.waitForDelivery())
        // After the second, the loop has polled the socket at least once since the byte arrived.
        server.waitForRoundTrip()
        server.waitForRoundTrip()
        #expect(heard.value == [1])
        server.run { server in
            server.streams[0].startReading()
            server.streams[0].startReading()
        }
        #expect(heard.wait { $0 == [1, 2] })
        client.close()
        server.stop()
    }

    @Test("A reset connection is reported, and writing to it fails") func peerResets() throws {
        let ended = Shared(false)
        let refused = Shared(false)
        let server = try TestLoop { _ in
            let delegate = Delegate()
            delegate.didRead = { stream, _ in stream.write([UInt8](repeating: 1, count: 8_000_000)) }
            delegate.didEnd = { stream, isBroken in
                ended.update { $0 = isBroken }
                refused.update { $0 = !stream.write([1]) }
                stream.close()
            }
            return delegate
        }
        let client = Client(port: server.port, receiveBuffer: 32_768)
        client.send([1])
        #expect(client.receive(100)?.count == 100)
        client.reset()
        #expect(ended.wait { $0 })
        #expect(refused.wait { $0 })
        server.stop()
    }

    @Test("A descriptor that is not open is an error") func badDescriptor() throws {
        let loop = try Loop()
        #expect(throws: UVError.self) { try EventLoop.Stream(on: loop, descriptor: 1_000_000) }
        loop.run()
    }
}

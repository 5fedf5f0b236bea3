// Listening: ports, addresses, and connections that another loop takes over.

import EventLoop
import Glibc
import Testing
import TestSupport

@Suite struct ListenerTests {
    @Test("A port in use is an error of its own") func portInUse() throws {
        let loop = try Loop()
        let first = try Listener(on: loop, host: "127.0.0.1", port: 0) { closeDescriptor($0) }
        #expect(first.port > 0)
        let error = #expect(throws: UVError.self) { try Listener(on: loop, host: "127.0.0.1", port: first.port) { closeDescriptor($0) } }
        #expect(error?.isAddressInUse == true)
        first.close()
        loop.run()
    }

    @Test("A host that does not exist is an error", arguments: ["host.invalid", "256.256.256.256", "127.0.0.1 "]) func noSuchHost(
        _ host: String
    ) throws {
        let loop = try Loop()
        let error = #expect(throws: UVError.self) { try Listener(on: loop, host: host, port: 0) { closeDescriptor($0) } }
        #expect(error?.isAddressInUse == false)
        #expect(error?.reason.isEmpty == false)
        loop.run()
    }

    @Test("Addresses and names can be listened on", arguments: ["127.0.0.1", "0.0.0.0", "localhost"]) func hosts(_ host: String) throws {
        let loop = try Loop()
        let listener = try Listener(on: loop, host: host, port: 0) { closeDescriptor($0) }
        #expect(listener.port > 0)
        listener.close()
        loop.run()
    }

    @Test("A connection that is passed to another loop lives on after the end of the first") func handOver() throws {
        let echo = try TestLoop { _ in
            let delegate = Delegate()
            delegate.didRead = { stream, bytes in stream.write(bytes) }
            return delegate
        }
        let port = Shared<UInt16>(0)
        let taken = Shared(0)
        let acceptor = try LoopThread { loop in
            var listener: Listener?
            var accepted = 0
            listener = try? Listener(on: loop, host: "127.0.0.1", port: 0) { descriptor in
                echo.run { server in
                    server.adopt(descriptor) { _ in
                        let delegate = Delegate()
                        delegate.didRead = { stream, bytes in stream.write(bytes.reversed()) }
                        return delegate
                    }
                    taken.update { $0 += 1 }
                }
                accepted += 1
                if accepted == 4 { listener?.close() }
            }
            port.update { $0 = listener?.port ?? 1 }
            loop.run()
        }
        #expect(port.wait { $0 > 0 })
        let clients = (0..<4).map { _ in Client(port: port.value) }
        #expect(taken.wait { $0 == 4 })
        acceptor.join()
        for client in clients {
            client.send([1, 2, 3])
            #expect(client.receive(3) == [3, 2, 1])
            client.close()
        }
        echo.stop()
    }
}

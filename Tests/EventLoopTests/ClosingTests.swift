// Closing from inside every callback, and once more after the end.

import EventLoop
import Glibc
import Testing
import TestSupport

@Suite struct ClosingTests {
    @Test("A stream can be closed while it reads") func insideRead() throws {
        let calls = Shared(0)
        let server = try TestLoop { _ in
            let delegate = Delegate()
            delegate.didRead = { stream, _ in
                calls.update { $0 += 1 }
                stream.write([9])
                stream.close()
                stream.close()
                #expect(!stream.write([9]))
                #expect(stream.pendingBytes == 0)
                stream.stopReading()
                stream.startReading()
                stream.shutDown()
            }
            delegate.didEnd = { _, _ in calls.update { $0 += 100 } }
            return delegate
        }
        let client = Client(port: server.port)
        client.send([1])
        #expect(client.receive(2) == [9])
        client.close()
        server.stop()
        #expect(calls.value == 1)
    }

    @Test("A stream can be closed at its end") func insideEnd() throws {
        let calls = Shared(0)
        let server = try TestLoop { _ in
            let delegate = Delegate()
            delegate.didEnd = { stream, _ in
                calls.update { $0 += 1 }
                stream.close()
            }
            return delegate
        }
        let client = Client(port: server.port)
        client.endSending()
        #expect(client.receive(1) == [])
        client.close()
        server.stop()
        #expect(calls.value == 1)
    }

    /// The bytes are more than the kernel takes at once.
    @Test("A stream can be closed when its bytes are written") func insideDrain() throws {
        let calls = Shared(0)
        let server = try TestLoop { _ in
            let delegate = Delegate()
            delegate.didRead = { stream, _ in stream.write([UInt8](repeating: 3, count: 16_000_000)) }
            delegate.didDrain = { stream in
                calls.update { $0 += 1 }
                stream.close()
            }
            return delegate
        }
        let client = Client(port: server.port, receiveBuffer: 32_768)
        client.send([1])
        #expect(client.receive(17_000_000)?.count == 16_000_000)
        client.close()
        server.stop()
        #expect(calls.value == 1)
    }

    @Test("Bytes that the kernel has not taken are dropped without a call of the delegate") func withBytesPending() throws {
        let calls = Shared(0)
        let isClosed = Shared(false)
        let server = try TestLoop { _ in
            let delegate = Delegate()
            delegate.didRead = { stream, _ in
                for _ in 0..<10 { stream.write([UInt8](repeating: 3, count: 1_000_000)) }
                stream.shutDown()
                stream.close()
                isClosed.update { $0 = true }
            }
            delegate.didDrain = { _ in calls.update { $0 += 1 } }
            delegate.didEnd = { _, _ in calls.update { $0 += 1 } }
            return delegate
        }
        let client = Client(port: server.port, receiveBuffer: 32_768)
        client.send([1])
        // The client reads nothing before that, so that the kernel has no room for all bytes.
        #expect(isClosed.wait { $0 })
        #expect((client.receive(20_000_000)?.count ?? 0) < 10_000_000)
        client.close()
        server.stop()
        #expect(calls.value == 0)
    }

    @Test("A listener can be closed while it accepts") func listenerInsideAccept() throws {
        let port = Shared<UInt16>(0)
        let accepted = Shared(0)
        let thread = try LoopThread { loop in
            var listener: Listener?
            listener = try? Listener(on: loop, host: "127.0.0.1", port: 0) { descriptor in
                accepted.update { $0 += 1 }
                closeDescriptor(descriptor)
                listener?.close()
                listener?.close()
            }
            port.update { $0 = listener?.port ?? 1 }
            loop.run()
            listener?.close()
        }
        #expect(port.wait { $0 > 0 })
        let client = Client(port: port.value)
        #expect(client.receive(1) == [])
        client.close()
        thread.join()
        #expect(accepted.value == 1)
    }

    @Test("A timer can be closed while it ticks") func timerInsideTick() throws {
        let loop = try Loop()
        var ticks = 0
        var timer: EventLoop.Timer?
        timer = try Timer(on: loop, every: 1) {
            ticks += 1
            if ticks == 3 {
                timer?.close()
                timer?.close()
            }
        }
        loop.run()
        #expect(ticks == 3)
    }

    @Test("A signal watcher can be closed in its callback") func signalInsideCallback() throws {
        let loop = try Loop()
        var signals = 0
        var watcher: SignalWatcher?
        watcher = try SignalWatcher(on: loop, signal: SIGWINCH) {
            signals += 1
            watcher?.close()
        }
        kill(getpid(), SIGWINCH)
        loop.run()
        #expect(signals == 1)
    }

    /// An owner may outlive its handle, whose memory may be in use for something else.
    @Test("A second close after the end of the loop does nothing") func afterTheLoopHasEnded() async {
        await #expect(processExitsWith: .success) {
            let loop = try Loop()
            let timer = try Timer(on: loop, every: 1) {}
            let listener = try Listener(on: loop, host: "127.0.0.1", port: 0) { closeDescriptor($0) }
            let mailbox = try Mailbox<Int>(on: loop) { _ in }
            let stream = try EventLoop.Stream(on: loop, descriptor: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
            let watcher = try SignalWatcher(on: loop, signal: SIGWINCH) {}
            func closeAll() {
                timer.close()
                listener.close()
                mailbox.close()
                stream.stopReading()
                stream.close()
                stream.shutDown()
                watcher.close()
            }
            stream.startReading()
            closeAll()
            loop.run()
            // The freed blocks are allocated again and cleared.
            for size in stride(from: 32, through: 512, by: 8) {
                for _ in 0..<8 {
                    UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 8).initializeMemory(
                        as: UInt8.self, repeating: 0, count: size)
                }
            }
            closeAll()
            precondition(!mailbox.sender.send(1) && stream.pendingBytes == 0 && listener.port == 0)
        }
    }
}

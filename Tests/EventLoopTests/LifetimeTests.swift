// A loop that has ended leaves no object and no descriptor behind.

import EventLoop
import Glibc
import Testing

@Suite struct LifetimeTests {
    @Test("Handles keep their owners alive until they are closed, and no longer") func objects() throws {
        weak var weakLoop: Loop?
        weak var timer: EventLoop.Timer?
        weak var listener: Listener?
        weak var mailbox: Mailbox<Int>?
        weak var stream: EventLoop.Stream?
        weak var watcher: SignalWatcher?
        func open(on loop: Loop) throws {
            let newTimer = try Timer(on: loop, every: 1) {
                timer?.close()
                listener?.close()
                stream?.close()
                watcher?.close()
            }
            let newListener = try Listener(on: loop, host: "127.0.0.1", port: 0) { closeDescriptor($0) }
            let newStream = try EventLoop.Stream(on: loop, descriptor: socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0))
            let newWatcher = try SignalWatcher(on: loop, signal: SIGWINCH) {}
            let newMailbox = try Mailbox<Int>(on: loop) { _ in }
            newMailbox.close()
            (timer, listener, stream, watcher, mailbox) = (newTimer, newListener, newStream, newWatcher, newMailbox)
        }
        do {
            let loop = try Loop()
            weakLoop = loop
            try open(on: loop)
            #expect(timer != nil && listener != nil && stream != nil && watcher != nil, "held by their handles alone")
            loop.run()
        }
        #expect(weakLoop == nil)
        #expect(timer == nil)
        #expect(listener == nil)
        #expect(mailbox == nil)
        #expect(stream == nil)
        #expect(watcher == nil)
    }

    /// In a process of its own, in which no other test opens files.
    @Test("A loop that has ended leaves no descriptors open") func descriptors() async {
        await #expect(processExitsWith: .success) {
            func openDescriptors() -> Int {
                (0..<1_024).count { fcntl(Int32($0), F_GETFD) >= 0 }
            }
            func useALoop() throws {
                let server = try TestLoop { _ in
                    let delegate = Delegate()
                    delegate.didRead = { stream, bytes in
                        stream.write(bytes)
                        if bytes == [2] { stream.close() }
                    }
                    delegate.didEnd = { stream, _ in stream.close() }
                    return delegate
                }
                for index in 0..<30 {
                    let client = Client(port: server.port)
                    client.send([UInt8(index % 3)])
                    _ = client.receive(1)
                    if index % 2 == 0 { client.close() } else { client.reset() }
                }
                server.stop()
            }
            // A library may open a descriptor once for the whole process, which makes one round grow. A leak makes every round grow.
            var growing = 0
            for _ in 0..<8 {
                let before = openDescriptors()
                try useALoop()
                if openDescriptors() > before { growing += 1 }
            }
            precondition(growing <= 3, "\(growing) of 8 loops left descriptors behind")
        }
    }

    @Test("A timer repeats at its interval") func timerRepeats() throws {
        let loop = try Loop()
        var times: [UInt64] = []
        let start = loop.now
        var timer: EventLoop.Timer?
        timer = try Timer(on: loop, every: 10) {
            times.append(loop.now - start)
            if times.count == 3 { timer?.close() }
        }
        loop.run()
        #expect(times.count == 3)
        #expect(times[0] >= 9 && times[2] >= 29, "\(times)")
    }
}

// Messages from other threads: all of them, in the order of each sender, and none after the end.

import EventLoop
import Glibc
import Synchronization
import Testing

@Suite struct MailboxTests {
    private struct Message: Sendable {
        let sender: Int
        let number: Int
    }

    private func thread(_ body: @escaping @Sendable () -> Void) throws -> LoopThread { try LoopThread { _ in body() } }

    @Test("Messages of many threads arrive in the order of each thread") func manySenders() throws {
        let senders = 6
        let each = 5_000
        let loop = try Loop()
        var next = [Int](repeating: 0, count: senders)
        var isInOrder = true
        var mailbox: Mailbox<Message>! = nil
        mailbox = try Mailbox(on: loop) { message in
            isInOrder = isInOrder && next[message.sender] == message.number
            next[message.sender] += 1
            if next.allSatisfy({ $0 == each }) { mailbox.close() }
        }
        let threads = try (0..<senders).map { [sender = mailbox.sender] index in
            try thread {
                for number in 0..<each { sender.send(Message(sender: index, number: number)) }
            }
        }
        loop.run()
        for thread in threads { thread.join() }
        #expect(isInOrder)
        #expect(next == [Int](repeating: each, count: senders))
        mailbox = nil
    }

    @Test("A mailbox that is closed receives nothing more, and its senders learn it") func closedWhileSending() throws {
        for round in 0..<20 {
            let loop = try Loop()
            var next = [0, 0, 0]
            var isInOrder = true
            var total = 0
            var afterClose = 0
            var isClosed = false
            var mailbox: Mailbox<Message>! = nil
            mailbox = try Mailbox(on: loop) { message in
                if isClosed { afterClose += 1 }
                isInOrder = isInOrder && next[message.sender] == message.number
                next[message.sender] += 1
                total += 1
                if total == 100 * round + 1 {
                    isClosed = true
                    mailbox.close()
                }
            }
            let threads = try (0..<3).map { [sender = mailbox.sender] index in
                try thread {
                    var number = 0
                    while sender.send(Message(sender: index, number: number)) { number += 1 }
                }
            }
            loop.run()
            for thread in threads { thread.join() }
            #expect(isInOrder)
            #expect(afterClose == 0, "round \(round)")
            mailbox = nil
        }
    }

    @Test("Messages behind the one that closes the mailbox are dropped") func queuedOnesAreDropped() throws {
        let loop = try Loop()
        var received: [Int] = []
        var mailbox: Mailbox<Int>! = nil
        mailbox = try Mailbox(on: loop) { message in
            received.append(message)
            if message == 2 { mailbox.close() }
        }
        for message in 1...5 { #expect(mailbox.sender.send(message)) }
        loop.run()
        #expect(received == [1, 2])
        #expect(!mailbox.sender.send(6))
        mailbox = nil
    }

    @Test("A receiver can send messages to its own mailbox") func messagesToItself() throws {
        let loop = try Loop()
        var received: [Int] = []
        var mailbox: Mailbox<Int>! = nil
        mailbox = try Mailbox(on: loop) { message in
            received.append(message)
            if message == 10 { mailbox.close() } else { mailbox.sender.send(message + 1) }
        }
        mailbox.sender.send(1)
        loop.run()
        #expect(received == Array(1...10))
        mailbox = nil
    }

    @Test("Messages are released whether they are received or dropped") func messagesAreReleased() throws {
        final class Load: Sendable {}
        weak var received: Load?
        weak var dropped: Load?
        let loop = try Loop()
        var mailbox: Mailbox<Load>! = nil
        mailbox = try Mailbox(on: loop) { _ in mailbox.close() }
        do {
            let (first, second) = (Load(), Load())
            (received, dropped) = (first, second)
            mailbox.sender.send(first)
            mailbox.sender.send(second)
        }
        #expect(received != nil && dropped != nil)
        loop.run()
        #expect(received == nil && dropped == nil)
        mailbox = nil
    }
}

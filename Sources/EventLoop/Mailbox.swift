// How other threads speak to a loop: messages in a queue, one wake-up for many of them.

internal import CUV
internal import Synchronization

/// A queue of messages to a loop. Its `Sender` may be used on any thread; the messages are handed over on the loop's thread, in order.
///
/// `uv_async_send` coalesces: several sends may cause one callback, so the callback drains the queue and never counts wake-ups.
@safe public final class Mailbox<Message: Sendable> {
    private let handle: Handle<uv_async_t>
    private let waker: Waker
    /// Where other threads put messages.
    public let sender: Sender

    /// Opens a mailbox, which keeps the loop running until `close`. Loop thread only.
    /// - Parameter receive: called on the loop's thread with each message.
    /// - Throws: `UVError` where the system has no more descriptors.
    public init(on loop: Loop, receive: @escaping (Message) -> Void) throws(UVError) {
        let handle = try unsafe Handle<uv_async_t>("uv_async_init") { unsafe uv_async_init(loop.raw, $0, mailboxDidWake) }
        unsafe self.handle = unsafe handle
        unsafe sender = Sender(handle.pointer)
        waker = Waker { [sender] waker in
            var batch = sender.take()
            while !batch.isEmpty {
                // A message may be the one that closes the mailbox.
                for message in batch where waker.isOpen { receive(message) }
                batch = sender.take()
            }
        }
        unsafe handle.attach(waker)
    }

    /// Stops taking messages. Those already queued are dropped. A second call does nothing. Loop thread only; may be called by `receive`.
    public func close() {
        waker.isOpen = false
        sender.close()
        unsafe handle.close()
    }

    /// The sending end of a mailbox. Any thread.
    public final class Sender: Sendable {
        // The async handle is the one libuv handle that other threads may touch, and only through uv_async_send.
        @safe private struct State: @unchecked Sendable {
            var messages: [Message] = []
            var async: UnsafeMutablePointer<uv_async_t>?
        }
        private let state: Mutex<State>

        fileprivate init(_ async: UnsafeMutablePointer<uv_async_t>) {
            state = Mutex(unsafe State(async: async))
        }

        /// Queues a message and wakes the loop. A closed mailbox drops it. Returns whether it was taken.
        @discardableResult
        public func send(_ message: Message) -> Bool {
            state.withLock { state in
                guard let async = unsafe state.async else { return false }
                state.messages.append(message)
                // Only the first of a batch needs to wake the loop. Under the lock, so that the handle cannot be closed in between.
                if state.messages.count == 1 { unsafe uv_async_send(async) }
                return true
            }
        }

        fileprivate func take() -> [Message] {
            state.withLock { state in
                let taken = state.messages
                state.messages = []
                return taken
            }
        }

        fileprivate func close() {
            state.withLock { state in
                unsafe state.async = nil
                state.messages = []
            }
        }
    }
}

@available(*, unavailable)
extension Mailbox: Sendable {}

/// What an async handle owns: not generic, so that one C callback serves every kind of mailbox.
private final class Waker {
    var isOpen = true
    private let drain: (Waker) -> Void

    init(_ drain: @escaping (Waker) -> Void) { self.drain = drain }

    func wake() { drain(self) }
}

@c private func mailboxDidWake(_ handle: UnsafeMutablePointer<uv_async_t>?) {
    guard let handle = unsafe handle else { return }
    unsafe Handle.withOwner(of: handle, as: Waker.self) { $0.wake() }
}

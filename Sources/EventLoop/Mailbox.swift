// Mailbox: messages from other threads to a loop, in a queue with one wake-up for many messages.

internal import CUV
internal import Synchronization

/// A queue of messages to a loop. Any thread may use its `Sender`. The messages are received on the loop's thread, in the order in which
/// they were sent.
///
/// `uv_async_send` coalesces: several calls may cause one callback. The callback therefore empties the queue and does not count wake-ups.
@safe public final class Mailbox<Message: Sendable> {
    private let handle: Handle<uv_async_t>
    private let waker: Waker
    /// The sending end, for other threads.
    public let sender: Sender

    /// Opens a mailbox. It keeps the loop running until `close`. Loop thread only.
    /// - Parameter receive: called on the loop's thread with each message.
    /// - Throws: `UVError` when the process has no free descriptors.
    public init(on loop: Loop, receive: @escaping (Message) -> Void) throws(UVError) {
        let handle = try unsafe Handle<uv_async_t>("uv_async_init") { unsafe uv_async_init(loop.raw, $0, mailboxDidWake) }
        unsafe self.handle = unsafe handle
        unsafe sender = Sender(handle.pointer)
        waker = Waker { [sender] waker in
            var batch = sender.take()
            while !batch.isEmpty {
                // `receive` may close the mailbox.
                for message in batch where waker.isOpen { receive(message) }
                batch = sender.take()
            }
        }
        unsafe handle.attach(waker)
    }

    /// Closes the mailbox and drops the queued messages. A second call does nothing. Loop thread only; `receive` may call it.
    public func close() {
        waker.isOpen = false
        sender.close()
        unsafe handle.close()
    }

    /// The sending end of a mailbox. Any thread.
    public final class Sender: Sendable {
        // An async handle is the only libuv handle that other threads may use, and only with uv_async_send.
        @safe private struct State: @unchecked Sendable {
            var messages: [Message] = []
            var async: UnsafeMutablePointer<uv_async_t>?
        }
        private let state: Mutex<State>

        fileprivate init(_ async: UnsafeMutablePointer<uv_async_t>) {
            state = Mutex(unsafe State(async: async))
        }

        /// Queues a message and wakes the loop.
        /// - Returns: false when the mailbox is closed. The message is dropped then.
        @discardableResult
        public func send(_ message: Message) -> Bool {
            state.withLock { state in
                guard let async = unsafe state.async else { return false }
                state.messages.append(message)
                // The first message of a batch wakes the loop. The call is made under the lock so that the handle cannot be closed
                // meanwhile.
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

/// The owner of the async handle. It is not generic, so that one C callback serves the mailboxes of all message types.
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

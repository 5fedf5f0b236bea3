// MemoryBudget: a bound on the memory of decoders that hold the whole image.

private import Synchronization

/// Hands out shares of a number of bytes, in the order in which they are asked for. Any thread.
public final class MemoryBudget: Sendable {
    /// A share that was granted. Its holder releases it when the memory is no longer used.
    public final class Share: Sendable {
        private let budget: MemoryBudget
        private let byteCount: Int
        private let isReleased = Atomic<Bool>(false)

        fileprivate init(of budget: MemoryBudget, _ byteCount: Int) {
            self.budget = budget
            self.byteCount = byteCount
        }

        /// Gives the share back. A second call does nothing. Calls waiters back on this thread: do not call it under a lock.
        public func release() {
            guard !isReleased.exchange(true, ordering: .relaxed) else { return }
            budget.take(back: byteCount)
        }
    }

    /// A place in the queue of waiting requests.
    public final class Ticket: Sendable {
        fileprivate let number: Int
        private let budget: MemoryBudget

        fileprivate init(of budget: MemoryBudget, _ number: Int) {
            self.budget = budget
            self.number = number
        }

        /// Leaves the queue. Calls no waiter back, so that it may be called under a lock.
        /// - Returns: false where the share has been handed out, or is being handed out at this moment.
        public func withdraw() -> Bool { budget.forget(number) }
    }

    public enum Grant {
        case granted(Share)
        case waiting(Ticket)
    }

    private struct Request {
        let number: Int
        let byteCount: Int
        let ready: @Sendable (Share) -> Void
    }

    private struct State {
        var used = 0
        var waiting: [Request] = []
        var nextNumber = 0
    }

    /// Bytes.
    public let limit: Int
    private let state = Mutex(State())
    private let later: @Sendable (@escaping @Sendable () -> Void) -> Void

    /// - Parameter later: runs work soon on another thread, where no lock is held; it may fail to.
    public init(limit: Int, later: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        self.limit = limit
        self.later = later
    }

    /// Asks for a share of at most the limit.
    /// - Parameter ready: called with the share where it could not be granted at once, when it is there, on the thread that makes room.
    public func request(_ byteCount: Int, ready: @escaping @Sendable (Share) -> Void) -> Grant {
        state.withLock { state in
            // A small request does not overtake waiting ones: a large one would never get its turn.
            if state.waiting.isEmpty, byteCount <= limit - state.used {
                state.used += byteCount
                return .granted(Share(of: self, byteCount))
            }
            let number = state.nextNumber
            state.nextNumber += 1
            state.waiting.append(Request(number: number, byteCount: byteCount, ready: ready))
            return .waiting(Ticket(of: self, number))
        }
    }

    /// Bytes that are handed out.
    var used: Int { state.withLock { $0.used } }

    private func take(back byteCount: Int) {
        state.withLock { $0.used -= byteCount }
        grant()
    }

    /// Grants free memory to waiting requests, the first of them first.
    private func grant() {
        let granted = state.withLock { state -> [Request] in
            var granted: [Request] = []
            while let first = state.waiting.first, first.byteCount <= limit - state.used {
                state.used += first.byteCount
                granted.append(state.waiting.removeFirst())
            }
            return granted
        }
        for request in granted { request.ready(Share(of: self, request.byteCount)) }
    }

    private func forget(_ number: Int) -> Bool {
        let index = state.withLock { state in
            let index = state.waiting.firstIndex { $0.number == number }
            if let index { state.waiting.remove(at: index) }
            return index
        }
        // The first request may have been larger than those behind it, which can be granted now. If `later` fails, they get their turn with
        // the next release: a share is granted, or no request would wait.
        if index == 0 { later { [weak self] in self?.grant() } }
        return index != nil
    }
}

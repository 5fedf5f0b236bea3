// What tests and the threads they watch have in common.

import Glibc
import Synchronization
import Workers

/// State behind a lock, with a wait for it that gives up after ten seconds.
final class Shared<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) { state = Mutex(value) }

    var value: Value { state.withLock { $0 } }

    func update<Result: Sendable>(_ body: (inout Value) -> Result) -> Result { state.withLock { body(&$0) } }

    @discardableResult
    func wait(until condition: (Value) -> Bool) -> Bool {
        for _ in 0..<50_000 {
            if condition(value) { return true }
            usleep(200)
        }
        return false
    }
}

/// A pool whose threads are all held by a job each until `open`, so that what is submitted meanwhile waits.
struct HeldPool {
    let pool: WorkerPool
    private let isOpen = Shared(false)

    init(threads: Int = 1, capacity: Int = 1_000) {
        pool = WorkerPool(threads: threads, capacity: capacity)
        let held = Shared(0)
        for _ in 0..<threads {
            _ = pool.submit(.wanted) { [isOpen] in
                held.update { $0 += 1 }
                isOpen.wait { $0 }
            }
        }
        held.wait { $0 == threads }
    }

    func open() { isOpen.update { $0 = true } }
}

// A pool whose threads are blocked.

import TestSupport
import Workers

/// A pool whose threads are each blocked by a job until `open`, so that jobs submitted meanwhile stay queued.
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

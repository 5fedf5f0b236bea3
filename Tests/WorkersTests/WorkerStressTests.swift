// Many threads submit and drop at the same time: each job runs once or is dropped, never both, and none is lost.

import Testing
import TestSupport
import Workers

@Suite struct WorkerStressTests {
    @Test("Each job runs once or is dropped, and none is lost", arguments: [1, 3]) func nothingIsLost(_ threads: Int) {
        let pool = WorkerPool(threads: threads, capacity: 50)
        let submitters = WorkerPool(threads: 4, capacity: 10)
        let each = 4_000
        let runs = (0..<4).map { _ in Shared([Int](repeating: 0, count: each)) }
        let dropped = Shared(0)
        // The threads of the pool are blocked until a job has been dropped, however fast they are.
        let isOpen = Shared(false)
        for _ in 0..<threads { _ = pool.submit(.wanted) { isOpen.wait { $0 } } }
        for (index, runs) in runs.enumerated() {
            _ = submitters.submit(.wanted) {
                var generator = SeededGenerator(seed: UInt64(index))
                var jobs: [(number: Int, job: Job)] = []
                for number in 0..<each {
                    let lane = Lane.allCases.randomElement(using: &generator)!
                    guard let job = pool.submit(lane, { runs.update { $0[number] += 1 } }) else {
                        runs.update { $0[number] += 1_000 }
                        continue
                    }
                    jobs.append((number, job))
                    if generator.next() % 3 == 0 {
                        let choice = jobs.remove(at: Int.random(in: jobs.indices, using: &generator))
                        if pool.drop(choice.job) {
                            runs.update { $0[choice.number] += 1_000 }
                            dropped.update { $0 += 1 }
                            isOpen.update { $0 = true }
                        }
                    }
                }
            }
        }
        submitters.shutDown()
        isOpen.update { $0 = true }
        pool.shutDown()
        for runs in runs {
            #expect(runs.value.allSatisfy { $0 == 1 || $0 == 1_000 }, "run once, or never where dropped or refused")
        }
        for lane in Lane.allCases { #expect(pool.depth(of: lane) == 0) }
        #expect(dropped.value > 0)
    }
}

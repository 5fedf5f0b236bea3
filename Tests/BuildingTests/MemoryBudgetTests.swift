// Memory for decoders: handed out in order, within the bound.

@testable import Building
import Testing
import TestSupport
import Workers

@Suite struct MemoryBudgetTests {
    /// Asks; the share, where it is granted at once, or later.
    private final class Asker: Sendable {
        let share = Shared<MemoryBudget.Share?>(nil)
        let ticket: MemoryBudget.Ticket?

        init(_ budget: MemoryBudget, _ byteCount: Int) {
            let answer = budget.request(byteCount) { [share] granted in share.update { $0 = granted } }
            switch answer {
            case .granted(let granted):
                share.update { $0 = granted }
                ticket = nil
            case .waiting(let waiting): ticket = waiting
            }
        }

        var isGranted: Bool { share.value != nil }
    }

    @Test("Requests are granted in order") func inOrder() {
        let budget = MemoryBudget(limit: 100) { $0() }
        let first = Asker(budget, 60)
        let second = Asker(budget, 60)
        let third = Asker(budget, 30)
        #expect(first.isGranted && !second.isGranted && !third.isGranted, "a small one does not overtake a large one")
        #expect(budget.used == 60)
        first.share.value?.release()
        first.share.value?.release()
        #expect(second.isGranted && third.isGranted && budget.used == 90)
        let all = Asker(budget, 100)
        second.share.value?.release()
        #expect(!all.isGranted)
        third.share.value?.release()
        #expect(all.isGranted && budget.used == 100)
    }

    @Test("A withdrawn request is not granted") func withdrawing() {
        let budget = MemoryBudget(limit: 100) { $0() }
        let first = Asker(budget, 100)
        let second = Asker(budget, 50)
        let third = Asker(budget, 50)
        #expect(second.ticket?.withdraw() == true)
        #expect(second.ticket?.withdraw() == false)
        first.share.value?.release()
        #expect(!second.isGranted && third.isGranted && budget.used == 50)
        #expect(third.ticket?.withdraw() == false, "too late")
    }

    @Test("When a large first request is withdrawn, those behind it are granted at once") func withdrawingTheFirst() {
        let budget = MemoryBudget(limit: 100) { $0() }
        let first = Asker(budget, 60)
        let large = Asker(budget, 80)
        let (small, next) = (Asker(budget, 30), Asker(budget, 30))
        #expect(!small.isGranted)
        #expect(large.ticket?.withdraw() == true)
        #expect(small.isGranted && !next.isGranted && budget.used == 90)
        #expect(next.ticket?.withdraw() == true && budget.used == 90)
        withExtendedLifetime(first) {}
    }

    @Test("Many threads never exceed the limit") func manyThreads() {
        let budget = MemoryBudget(limit: 100) { $0() }
        let pool = WorkerPool(threads: 4, capacity: 10_000)
        let (inUse, most, done) = (Shared(0), Shared(0), Shared(0))
        for index in 0..<2_000 {
            let need = index % 7 * 15 + 1
            _ = pool.submit(.wanted) {
                let work: @Sendable (MemoryBudget.Share) -> Void = { share in
                    let now = inUse.update { inUse in
                        inUse += need
                        return inUse
                    }
                    most.update { $0 = max($0, now) }
                    inUse.update { $0 -= need }
                    done.update { $0 += 1 }
                    share.release()
                }
                if case .granted(let share) = budget.request(need, ready: work) { work(share) }
            }
        }
        pool.shutDown()
        #expect(done.wait { $0 == 2_000 })
        #expect(budget.used == 0 && most.value <= 100)
    }
}

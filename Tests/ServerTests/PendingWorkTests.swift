// The cancellation of work, before, during and after its steps.

@testable import Server
import Synchronization
import Testing

@Suite struct PendingWorkTests {
    private final class Calls: Sendable {
        private let calls = Mutex<[String]>([])
        var all: [String] { calls.withLock { $0 } }
        func call(_ name: String) -> @Sendable () -> Void { { self.calls.withLock { $0.append(name) } } }
    }

    @Test("the current step is cancelled, once") func theStepThatRuns() {
        let (work, calls) = (PendingWork(), Calls())
        work.cancels(by: calls.call("first"))
        work.cancels(by: calls.call("second"))
        #expect(!work.isCancelled && calls.all == [])
        work.cancel()
        work.cancel()
        #expect(work.isCancelled && calls.all == ["second"])
    }

    @Test("steps that register after the cancellation are cancelled at once") func stepsThatComeLater() {
        let (work, calls) = (PendingWork(), Calls())
        work.cancel()
        work.cancels(by: calls.call("first"))
        work.cancels(by: calls.call("second"))
        #expect(calls.all == ["first", "second"])
    }

    @Test("a cancellation may cancel its own work") func fromInside() {
        let (work, calls) = (PendingWork(), Calls())
        work.cancels { work.cancel() }
        work.cancel()
        work.cancels(by: calls.call("late"))
        #expect(calls.all == ["late"])
    }
}

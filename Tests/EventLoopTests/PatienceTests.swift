// When a loop sleeps.

@testable import EventLoop
import Testing

@Suite struct PatienceTests {
    private let short = Patience.shortSleep - 1

    /// A loop that is seldom woken never looks in vain.
    @Test func sleepsAtFirst() {
        var patience = Patience()
        for _ in 0..<5 {
            #expect(!patience.isLooking)
            patience.slept(for: Patience.shortSleep)
        }
    }

    /// It goes on as long as there is something to do now and then.
    @Test func looksAfterShortSleeps() {
        var patience = Patience()
        patience.slept(for: short)
        for turn in 1...10 * Patience.mostLooks {
            #expect(patience.isLooking)
            if turn % (Patience.mostLooks - 1) == 0 { patience.found() } else { patience.foundNothing() }
        }
    }

    @Test func givesUp() {
        var patience = Patience()
        for _ in 0..<3 {
            patience.slept(for: short)
            for _ in 0..<Patience.mostLooks {
                #expect(patience.isLooking)
                patience.foundNothing()
            }
            #expect(!patience.isLooking)
        }
        patience.slept(for: short)
        patience.slept(for: Patience.shortSleep)
        #expect(!patience.isLooking, "a long sleep ends it")
    }
}

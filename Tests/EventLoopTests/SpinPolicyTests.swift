// When a loop sleeps.

@testable import EventLoop
import Testing

@Suite struct SpinPolicyTests {
    private let short = SpinPolicy.shortSleep - 1

    /// A loop that is seldom woken never looks in vain.
    @Test func sleepsAtFirst() {
        var spinPolicy = SpinPolicy()
        for _ in 0..<5 {
            #expect(!spinPolicy.isLooking)
            spinPolicy.slept(for: SpinPolicy.shortSleep)
        }
    }

    /// It goes on as long as there is something to do now and then.
    @Test func looksAfterShortSleeps() {
        var spinPolicy = SpinPolicy()
        spinPolicy.slept(for: short)
        for turn in 1...10 * SpinPolicy.mostLooks {
            #expect(spinPolicy.isLooking)
            if turn % (SpinPolicy.mostLooks - 1) == 0 { spinPolicy.found() } else { spinPolicy.foundNothing() }
        }
    }

    @Test func givesUp() {
        var spinPolicy = SpinPolicy()
        for _ in 0..<3 {
            spinPolicy.slept(for: short)
            for _ in 0..<SpinPolicy.mostLooks {
                #expect(spinPolicy.isLooking)
                spinPolicy.foundNothing()
            }
            #expect(!spinPolicy.isLooking)
        }
        spinPolicy.slept(for: short)
        spinPolicy.slept(for: SpinPolicy.shortSleep)
        #expect(!spinPolicy.isLooking, "a long sleep ends it")
    }
}

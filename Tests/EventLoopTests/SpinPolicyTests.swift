// When a loop sleeps.

@testable import EventLoop
import Testing

@Suite struct SpinPolicyTests {
    private let short = SpinPolicy.shortSleep - 1

    /// A loop that is seldom woken never emptyPolls in vain.
    @Test func sleepsAtFirst() {
        var spinPolicy = SpinPolicy()
        for _ in 0..<5 {
            #expect(!spinPolicy.isSpinning)
            spinPolicy.didSleep(for: SpinPolicy.shortSleep)
        }
    }

    /// It goes on as long as there is something to do now and then.
    @Test func looksAfterShortSleeps() {
        var spinPolicy = SpinPolicy()
        spinPolicy.didSleep(for: short)
        for turn in 1...10 * SpinPolicy.maxEmptyPolls {
            #expect(spinPolicy.isSpinning)
            if turn % (SpinPolicy.maxEmptyPolls - 1) == 0 { spinPolicy.didFindWork() } else { spinPolicy.didFindNothing() }
        }
    }

    @Test func givesUp() {
        var spinPolicy = SpinPolicy()
        for _ in 0..<3 {
            spinPolicy.didSleep(for: short)
            for _ in 0..<SpinPolicy.maxEmptyPolls {
                #expect(spinPolicy.isSpinning)
                spinPolicy.didFindNothing()
            }
            #expect(!spinPolicy.isSpinning)
        }
        spinPolicy.didSleep(for: short)
        spinPolicy.didSleep(for: SpinPolicy.shortSleep)
        #expect(!spinPolicy.isSpinning, "a long sleep ends it")
    }
}

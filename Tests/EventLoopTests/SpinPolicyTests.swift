// The choice between polling and sleeping.

@testable import EventLoop
import Testing

@Suite struct SpinPolicyTests {
    private let short = SpinPolicy.shortSleep - 1

    @Test("A loop that sleeps long does not spin") func sleepsAtFirst() {
        var spinPolicy = SpinPolicy()
        for _ in 0..<5 {
            #expect(!spinPolicy.isSpinning)
            spinPolicy.didSleep(for: SpinPolicy.shortSleep)
        }
    }

    @Test("A loop that finds work now and then goes on spinning") func looksAfterShortSleeps() {
        var spinPolicy = SpinPolicy()
        spinPolicy.didSleep(for: short)
        for turn in 1...10 * SpinPolicy.maxEmptyPolls {
            #expect(spinPolicy.isSpinning)
            if turn % (SpinPolicy.maxEmptyPolls - 1) == 0 { spinPolicy.didFindWork() } else { spinPolicy.didFindNothing() }
        }
    }

    @Test("A loop that finds no work sleeps again") func givesUp() {
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

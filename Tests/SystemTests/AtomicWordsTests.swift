// Words that threads share, and the monotonic clock.

import System
import TestSupport
import Testing

@Suite struct AtomicWordsTests {
    @Test("Words begin as 0 and keep what is written, each for itself") func words() {
        let words = AtomicWords(count: 5)
        #expect((0..<5).allSatisfy { words[$0] == 0 })
        for index in 0..<5 { words[index] = .max - UInt32(index) }
        #expect((0..<5).allSatisfy { words[$0] == .max - UInt32($0) })
    }

    @Test("A thread that sees a word sees what was written before it") func order() throws {
        let words = AtomicWords(count: 2)
        let wrong = Shared(0)
        let reader = try #require(
            SystemThread {
                var seen: UInt32 = 0
                while seen < 100_000 {
                    seen = words[1]
                    if words[0] < seen { wrong.update { $0 += 1 } }
                }
            })
        for number in 1...100_000 as ClosedRange<UInt32> {
            words[0] = number
            words[1] = number
        }
        reader.join()
        #expect(wrong.value == 0)
    }

    @Test("An index beyond the last word ends the process") func beyond() async {
        await #expect(processExitsWith: .failure) { _ = AtomicWords(count: 3)[3] }
        await #expect(processExitsWith: .failure) {
            let words = AtomicWords(count: 3)
            words[-1] = 1
        }
    }
}

@Suite struct MonotonicClockTests {
    @Test("Time goes on and never back") func time() {
        let start = MonotonicClock.milliseconds
        var last = start
        var isBackwards = false
        let isLater = comesTrue {
            let now = MonotonicClock.milliseconds
            isBackwards = isBackwards || now < last
            last = now
            return now > start
        }
        #expect(isLater && !isBackwards)
    }
}

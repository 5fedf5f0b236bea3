// Which failures are remembered, and for how long.

@testable import Building
import Imaging
import Testing
import TestSupport

@Suite struct FailureMemoryTests {
    private let time = Shared(0)

    private func memory(transientLifetime: Int) -> FailureMemory<Int> {
        FailureMemory(transientLifetime: transientLifetime) { [time] in time.value }
    }

    @Test("Permanent failures of sources are remembered, and transient ones are not") func ofSources() {
        let memory = memory(transientLifetime: 0)
        let kept: [ImagingError] = [
            .damaged(reason: ""), .unsupported(reason: ""), .unreadable(reason: ""), .tooLarge(pixels: 2, limit: 1),
            .needsMemory(bytes: 2, limit: 1), .notAnImage,
        ]
        let passing: [ImagingError] = [.io(reason: ""), .changedWhileReading, .cancelled, .notFound]
        for (index, error) in (kept + passing).enumerated() { memory.remember(.source(error), for: index) }
        time.update { $0 = .max - 1 }
        for index in (kept + passing).indices { #expect((memory[index] != nil) == (index < kept.count)) }
    }

    @Test("Failures of the cache folder are remembered for a while") func ofTheCacheFolder() {
        let memory = memory(transientLifetime: 5_000)
        memory.remember(.cache("full"), for: 1)
        memory.remember(.overloaded, for: 2)
        memory.remember(.stopping, for: 3)
        time.update { $0 = 4_999 }
        guard case .cache("full")? = memory[1] else {
            Issue.record("forgotten too soon")
            return
        }
        #expect(memory[2] == nil && memory[3] == nil)
        time.update { $0 = 5_000 }
        #expect(memory[1] == nil)
        let other = self.memory(transientLifetime: 0)
        other.remember(.cache("full"), for: 1)
        #expect(other[1] == nil)
    }
}

// The division of descriptors among connections and open files.

@testable import Server
import Testing

@Suite struct DescriptorLimitTests {
    @Test(
        "descriptors are divided among connections and open files",
        arguments: [
            (10_000, 1_024, 512, 64), (10_000, 4_096, 2_048, 64), (100, 1_024, 100, 64), (10_000, 20_000, 10_000, 1_476),
            (10_000, 1_048_576, 10_000, 8_192), (1, 46_865, 1, 8_192), (1_000_000, 524_288, 520_192, 64),
        ])
    func room(_ connections: Int, _ count: Int, _ forConnections: Int, _ openFiles: Int) {
        #expect(DescriptorLimit.room(for: connections, in: count) == .init(connections: forConnections, openFiles: openFiles))
    }
}

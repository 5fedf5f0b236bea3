// The hash table of a shard against a dictionary, with hashes that fall together.

@testable import Caching
import Testing
import TestSupport

@Suite struct TileTableTests {
    @Test("The table finds what a dictionary would, also when hashes share slots", arguments: [3, 8, 20] as [UInt64], [true, false])
    func property(_ bits: UInt64, _ isUpperHalfEqual: Bool) {
        var generator = SeededGenerator(seed: bits)
        var table = TileTable()
        var hashes: [UInt64] = []
        var entered: Set<Int> = []
        for step in 0..<20_000 {
            let isEntering = entered.count < 20 || entered.count < 300 && Bool.random(using: &generator)
            if isEntering {
                let index = (0..<hashes.count).first { !entered.contains($0) } ?? hashes.count
                let low = UInt64.random(in: 0..<1 << bits, using: &generator)
                let hash = low | (isUpperHalfEqual ? 0 : low % 5 << 40)
                if index == hashes.count { hashes.append(hash) } else { hashes[index] = hash }
                table.insert(index, hash)
                entered.insert(index)
            } else if let index = entered.randomElement(using: &generator) {
                table.remove(index)
                entered.remove(index)
            }
            guard step % 50 == 0 else { continue }
            for index in hashes.indices {
                let found = table.find(hashes[index]) { $0 == index }
                guard (found == index) == entered.contains(index) else {
                    Issue.record("\(index) after \(step) steps")
                    return
                }
            }
        }
    }

    @Test("An empty table finds nothing") func empty() {
        let table = TileTable()
        #expect(table.find(0) { _ in true } == nil && table.find(.max) { _ in true } == nil)
    }
}

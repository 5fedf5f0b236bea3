// The order of names.

@testable import Library
import Testing
import TestSupport

@Suite struct NaturalOrderTests {
    @Test(
        "Each name comes before the next",
        arguments: [
            ["page 1", "page 2", "page 10", "page 11", "page 100"], ["a", "B", "c", "D"], ["1", "02", "3", "0010"],
            ["a b.jpg", "a.jpg", "a1.jpg", "a/1.jpg", "a/2.jpg", "a/10.jpg", "a/b/0.jpg", "b/1.jpg"], ["A/3", "A/b/1", "a/2"],
            ["", "a", "aa", "ab", "b"], ["a2b1", "a2b2", "a2b10", "a10b1"],
            ["99999999999999999999", "100000000000000000000"], ["x0", "x1"], ["a01", "a1", "a02", "a2"], ["A", "a"], ["z", "\u{E9}"],
        ])
    func ascending(_ names: [String]) {
        for (index, name) in names.enumerated() {
            #expect(!NaturalOrder.precedes(name, name))
            for later in names[(index + 1)...] {
                #expect(NaturalOrder.precedes(name, later), "\(name) before \(later)")
                #expect(!NaturalOrder.precedes(later, name), "\(later) not before \(name)")
            }
        }
    }

    /// Without such an order of byte strings, a list's cursor would lose images.
    @Test("The order of names is strict and total")
    func totalOrder() {
        var generator = SeededGenerator(seed: 3)
        let alphabet = Array("0012aAbB/ .;é")
        let names = (0..<90).map { _ in
            String((0..<Int.random(in: 0...6, using: &generator)).map { _ in alphabet.randomElement(using: &generator)! })
        }
        for a in names {
            for b in names {
                let (forth, back) = (NaturalOrder.precedes(a, b), NaturalOrder.precedes(b, a))
                if Array(a.utf8) == Array(b.utf8) { #expect(!forth && !back) } else if forth == back { Issue.record("\(a), \(b)") }
                guard forth else { continue }
                for c in names where NaturalOrder.precedes(b, c) && !NaturalOrder.precedes(a, c) { Issue.record("\(a) < \(b) < \(c)") }
            }
        }
    }

    @Test("Names that Swift takes for equal have an order")
    func lookalikes() {
        #expect(NaturalOrder.precedes("e\u{301}", "\u{E9}") != NaturalOrder.precedes("\u{E9}", "e\u{301}"))
    }
}

// What is kept open, against a list that is searched through.

@testable import Caching
@testable import Library
import Testing
import TestSupport

@Suite struct OpenFilesTests {
    private func version(_ number: Int) -> ImageVersion { ImageVersion(["\(number)"]) }

    @Test(
        "The values are those that a plain list of uses would keep", arguments: [(5, 1_000), (1_000, 40), (8, 60), (1, 1_000), (1_000, 1)])
    func property(_ capacity: Int, _ byteCapacity: Int) {
        var generator = SeededGenerator(seed: UInt64(capacity))
        var files = OpenFiles<Int>(capacity: capacity, byteCapacity: byteCapacity)
        /// The least recently used first.
        var model: [(number: Int, value: Int, bytes: Int)] = []
        for step in 0..<4_000 {
            let number = Int.random(in: 0..<30, using: &generator)
            let place = model.firstIndex { $0.number == number }
            #expect(files.use(version(number)) == place.map { model[$0].value })
            if let place { model.append(model.remove(at: place)) }
            switch step % 4 {
            case 0 where place != nil:
                files.update(version(number), step)
                model[model.count - 1].value = step
            case 1:
                #expect((files.remove(version(number)) != nil) == (place != nil))
                model.removeAll { $0.number == number }
            case _ where place == nil:
                let bytes = Int.random(in: 0...20, using: &generator)
                var given: [Int] = []
                while !model.isEmpty, model.count >= capacity || model.reduce(bytes, { $0 + $1.bytes }) > byteCapacity {
                    given.append(model.removeFirst().value)
                }
                #expect(files.insert(step, version(number), byteCount: bytes) == given)
                model.append((number, step, bytes))
            default: break
            }
            #expect(files.byteCount == model.reduce(0) { $0 + $1.bytes })
        }
    }
}

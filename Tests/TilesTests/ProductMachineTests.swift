// The way of a product, without threads, files or pixels.

@testable import Building
import Geometry
import Testing
@testable import Tiles

@Suite struct ProductMachineTests {
    typealias Machine = ProductMachine

    private static let bytes: [UInt8] = [1, 2, 3]
    private static let tiles = [TileAddress(level: 0, column: 0, row: 0)]

    private func facts(
        isTile: Bool = true, readsSource: Bool = false, mayPassThrough: Bool = false, isStoredTile: Bool = false
    ) -> Machine.Facts {
        Machine.Facts(isTile: isTile, readsSource: readsSource, mayPassThrough: mayPassThrough, isStoredTile: isStoredTile)
    }

    /// The steps that a product takes when none of them has its bytes.
    private func steps(_ facts: Machine.Facts) -> [Machine.Step] {
        var machine = Machine(facts)
        var steps: [Machine.Step] = []
        var action = machine.handle(.started)
        while case .perform(let step) = action {
            steps.append(step)
            action = machine.handle(step == .render ? .rendered(Self.bytes) : .passed)
        }
        return steps
    }

    @Test("A rendition looks for its derivative before it opens the source") func renditionSteps() {
        #expect(steps(facts(isTile: false)) == [.lookForDerivative, .render])
        #expect(steps(facts(isTile: false, readsSource: true)) == [.lookForDerivative, .openSource, .render])
    }

    @Test("A tile of the source passes through before a derivative is looked for") func sourceTileSteps() {
        #expect(
            steps(facts(readsSource: true, mayPassThrough: true)) == [.openSource, .passThrough, .lookForDerivative, .render])
    }

    @Test("A tile that the pyramid stores is never looked for among the derivatives") func storedTileSteps() {
        #expect(steps(facts(isStoredTile: true)) == [.render])
        #expect(steps(facts()) == [.lookForDerivative, .render])
    }

    @Test("Found bytes end the way at any step, and are not kept as a derivative")
    func found() {
        for count in 0..<4 {
            var machine = Machine(facts(readsSource: true, mayPassThrough: true))
            _ = machine.handle(.started)
            for _ in 0..<count { _ = machine.handle(.passed) }
            #expect(machine.handle(.found(Self.bytes)) == .deliver(Self.bytes, .found))
            #expect(machine.state == .ended)
        }
    }

    @Test("Computed bytes are delivered as such") func rendered() {
        var machine = Machine(facts(isStoredTile: true))
        #expect(machine.handle(.started) == .perform(.render))
        #expect(machine.handle(.rendered(Self.bytes)) == .deliver(Self.bytes, .rendered))
        #expect(machine.state == .ended)
    }

    @Test(
        "A product waits for each obstacle, and begins with its first step when the obstacle is gone",
        arguments: [Machine.Obstacle.source, .tiles(tiles), .memory(1 << 20)])
    func waits(_ obstacle: Machine.Obstacle) {
        var machine = Machine(facts(isTile: false))
        #expect(machine.handle(.started) == .perform(.lookForDerivative))
        #expect(machine.handle(.passed) == .perform(.render))
        #expect(machine.handle(.blocked(obstacle)) == .wait(obstacle))
        #expect(machine.state == .waiting(obstacle))
        #expect(machine.handle(.unblocked) == .submit)
        #expect(machine.state == .queued)
        #expect(machine.handle(.started) == .perform(.lookForDerivative))
    }

    @Test("A cancelled step is queued again, since somebody may want the product by then") func cancelled() {
        var machine = Machine(facts())
        _ = machine.handle(.started)
        #expect(machine.handle(.cancelled) == .submit)
        #expect(machine.state == .queued)
    }

    @Test("A failure is new when a step has met it, and not when the product waited or was queued") func failures() {
        var working = Machine(facts())
        _ = working.handle(.started)
        #expect(working.handle(.failed(.outsideGrid)) == .fail(.outsideGrid, isNew: true))
        #expect(working.state == .ended)

        var waiting = Machine(facts())
        _ = waiting.handle(.started)
        _ = waiting.handle(.blocked(.memory(1)))
        #expect(waiting.handle(.failed(.stopping)) == .fail(.stopping, isNew: false))
        #expect(waiting.state == .ended)

        var queued = Machine(facts())
        #expect(queued.handle(.failed(.overloaded)) == .fail(.overloaded, isNew: false))
        #expect(queued.state == .ended)
    }

    @Test("A failure that another try would repeat ends the way before any step") func rememberedFailure() {
        var machine = Machine(facts())
        #expect(machine.handle(.hasFailedBefore(.outsideGrid)) == .fail(.outsideGrid, isNew: false))
        #expect(machine.state == .ended)
    }

    @Test("An ended product takes no event") func afterTheEnd() async {
        await #expect(processExitsWith: .failure) {
            var machine = ProductMachine(
                ProductMachine.Facts(isTile: true, readsSource: false, mayPassThrough: false, isStoredTile: false))
            _ = machine.handle(.hasFailedBefore(.overloaded))
            _ = machine.handle(.started)
        }
    }
}

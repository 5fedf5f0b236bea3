// ProductWork: a product on its way, with all that its next step needs.

internal import Building
internal import Library

/// A product, the state of its way, and the memory that was granted to it. Travels from worker to worker.
struct ProductWork: Sendable {
    let product: Product
    let record: ImageRecord
    var machine: ProductMachine
    /// Memory for a decoder. The worker that runs the work gives it back afterwards.
    var share: MemoryBudget.Share?

    init(_ product: Product, of record: ImageRecord, _ machine: ProductMachine) {
        self.product = product
        self.record = record
        self.machine = machine
    }

    /// The same work after it was blocked, to go on when the obstacle is gone. It has no memory then: the run that was blocked gives it back.
    func waiting(for obstacle: ProductMachine.Obstacle) -> ProductWork {
        var work = self
        work.share = nil
        _ = work.machine.handle(.blocked(obstacle))
        return work
    }
}

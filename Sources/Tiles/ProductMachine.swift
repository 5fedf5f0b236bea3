// ProductMachine: the way of one product from its request to its bytes, as a value without threads or I/O.

internal import Building
internal import Geometry

/// What happens to one product, and what is to be done next. The tile service performs the actions and reports their results as events.
///
///     queued -> working(step) -> … -> ended
///                  |   ^
///                  v   | queued again
///               waiting(source | tiles | memory)
///
/// A product that waited begins with its first step again, since the pyramid or the source may have changed meanwhile.
struct ProductMachine: Equatable, Sendable {
    /// What is known of the product before any work. It decides which steps there are.
    struct Facts: Equatable, Sendable {
        /// True for a tile of the grid, false for a rendition.
        var isTile: Bool
        /// True when the product is read out of the source's own levels, region by region.
        var readsSource: Bool
        /// True when the source may hold the very bytes of the product.
        var mayPassThrough: Bool
        /// True when the image's pyramid holds the very bytes of the product, so that they are never kept as a derivative.
        var isStoredTile: Bool
    }

    /// One step of the work, in the order in which a product takes them.
    enum Step: Equatable, Sendable {
        /// Reads the product from the derivatives on disk.
        case lookForDerivative
        /// Opens the source, once for all products that wait for it.
        case openSource
        /// Takes the bytes of a tile as they lie in the source.
        case passThrough
        /// Makes the bytes, or reads them from the pyramid.
        case render
    }

    /// What a product waits for. No worker waits with it.
    enum Obstacle: Equatable, Sendable {
        /// Another worker is opening the source.
        case source
        /// Tiles of the pyramid, which is being built.
        case tiles([TileAddress])
        /// Bytes of memory for a decoder that holds the whole image.
        case memory(Int)
    }

    enum State: Equatable, Sendable {
        /// Waits for a worker.
        case queued
        case working(Step)
        case waiting(Obstacle)
        case ended
    }

    enum Event: Equatable, Sendable {
        /// A worker has taken the product.
        case started
        /// An earlier try has failed in a way that another would only repeat.
        case hasFailedBefore(TileError)
        /// The bytes were found as they are sent: a derivative, a passthrough tile, a stored tile.
        case found([UInt8])
        /// The current step has no bytes, or is done without any.
        case passed
        /// The bytes were computed.
        case rendered([UInt8])
        /// The current step cannot go on before that is there.
        case blocked(Obstacle)
        /// The obstacle is gone.
        case unblocked
        /// The current step was stopped, since the product had no waiters.
        case cancelled
        /// The current step, the wait, or the attempt to queue the product has failed.
        case failed(TileError)
    }

    enum Action: Equatable, Sendable {
        /// Queue a job that sends `started`.
        case submit
        /// Perform a step.
        case perform(Step)
        /// Wait for an obstacle, and send `unblocked` or `failed`.
        case wait(Obstacle)
        /// Hand out the bytes.
        case deliver([UInt8], Origin)
        /// Hand out the error.
        /// - isNew: true when a step of this product has met it, so that it is to be logged and remembered.
        case fail(TileError, isNew: Bool)
    }

    /// Where delivered bytes came from.
    enum Origin: Equatable, Sendable {
        /// A file held them.
        case found
        /// They were computed, and are worth keeping as a derivative.
        case rendered
    }

    let facts: Facts
    private(set) var state = State.queued

    init(_ facts: Facts) { self.facts = facts }

    /// The steps that the product takes, in order. To look for a derivative costs less than to open a file of many tiles; of a tile, the
    /// source's own bytes come before a derivative.
    private var steps: [Step] {
        var steps: [Step] = facts.isTile ? [] : [.lookForDerivative]
        if facts.readsSource { steps.append(.openSource) }
        if facts.mayPassThrough { steps.append(.passThrough) }
        if facts.isTile, !facts.isStoredTile { steps.append(.lookForDerivative) }
        steps.append(.render)
        return steps
    }

    /// Takes an event and says what to do next.
    /// - Precondition: the event is one that the current state can have.
    mutating func handle(_ event: Event) -> Action {
        switch (state, event) {
        case (.queued, .started): return begin(steps[0])
        case (.queued, .hasFailedBefore(let error)): return end(.fail(error, isNew: false))
        case (.working, .found(let bytes)): return end(.deliver(bytes, .found))
        case (.working(.render), .rendered(let bytes)): return end(.deliver(bytes, .rendered))
        case (.working(let step), .passed):
            guard let index = steps.firstIndex(of: step), index + 1 < steps.count else { preconditionFailure("the last step gives bytes") }
            return begin(steps[index + 1])
        case (.working, .blocked(let obstacle)):
            state = .waiting(obstacle)
            return .wait(obstacle)
        case (.waiting, .unblocked), (.working, .cancelled):
            state = .queued
            return .submit
        case (.working, .failed(let error)): return end(.fail(error, isNew: true))
        case (.waiting, .failed(let error)), (.queued, .failed(let error)): return end(.fail(error, isNew: false))
        default: preconditionFailure("\(event) cannot come while the product is \(state)")
        }
    }

    private mutating func begin(_ step: Step) -> Action {
        state = .working(step)
        return .perform(step)
    }

    private mutating func end(_ action: Action) -> Action {
        state = .ended
        return action
    }
}

// How the tile service moves a product along its machine: one function a kind of action.

internal import Building
internal import Caching
internal import Imaging
internal import Library
internal import Synchronization
internal import System
internal import Workers

extension TileService {
    typealias Drop = SingleFlight<Product, EncodedImage>.Drop

    /// Queues a product's next run in the lane of its most urgent waiter.
    /// - Returns: how to drop the run while it has not started.
    /// - Throws: `overloaded` when the lane is full.
    func submit(_ work: ProductWork) throws(TileError) -> Drop {
        // A flight that has ended meanwhile has no lane. Its job sees that the product has no waiters.
        let lane = flights.lane(of: work.product) ?? .background
        let pool = lane == .prefetch ? prefetchers : workers
        let job = pool.submit(lane) { [self] in
            if !flights.endIfUnwanted(work.product) { run(work, in: lane) }
            work.share?.release()
        }
        guard let job else { throw .overloaded }
        // A job that has memory is not dropped: it runs, finds no waiters, and gives the memory back.
        return { work.share == nil && pool.drop(job) }
    }

    /// Moves a product until it has ended or waits. Worker threads.
    /// - Parameter lane: where the product waited for its turn; meanwhile it may be more urgent.
    private func run(_ work: ProductWork, in lane: Lane) {
        var work = work
        var action = work.machine.handle(failures[work.product].map { .hasFailedBefore($0) } ?? .started)
        while case .perform(let step) = action { action = work.machine.handle(perform(step, of: work)) }
        // The memory is given back at the end of this run. A later run asks for it again.
        work.share = nil
        carryOut(action, of: work, in: lane)
    }

    /// Carries out an action that ends a run.
    private func carryOut(_ action: ProductMachine.Action, of work: ProductWork, in lane: Lane) {
        switch action {
        case .perform: preconditionFailure("`run` performs the steps")
        case .submit: resubmit(work)
        case .wait(let obstacle): wait(for: obstacle, work)
        case .deliver(let bytes, let origin): deliver(bytes, origin, work, in: lane)
        case .fail(let error, let isNew):
            if isNew {
                failures.remember(error, for: work.product)
                error.operatorsReason(about: work.record.identifier).map(warn)
            }
            flights.finish(work.product, .failure(error))
        }
    }

    // MARK: - Steps

    private func perform(_ step: ProductMachine.Step, of work: ProductWork) -> ProductMachine.Event {
        let (product, record) = (work.product, work.record)
        do throws(TileError) {
            switch step {
            case .lookForDerivative: return disk.derivative(product.derivativeName).map { .found($0) } ?? .passed
            case .openSource: return openSource(work) ? .passed : .blocked(.source)
            case .passThrough: return try renderer.nativeTile(product, of: record).map { .found($0) } ?? .passed
            case .render:
                let job = Renderer.Job(record: record, hasMemory: work.share != nil) { [flights] in flights.isUnwanted(product) }
                return event(of: try renderer.render(product, job))
            }
        } catch {
            if case .source(.cancelled) = error { return .cancelled }
            return .failed(error)
        }
    }

    private func event(of outcome: Renderer.Outcome) -> ProductMachine.Event {
        switch outcome {
        case .found(let bytes): return .found(bytes)
        case .rendered(let bytes): return .rendered(bytes)
        case .needsTiles(let addresses): return .blocked(.tiles(addresses))
        case .needsMemory(let byteCount):
            guard byteCount <= budget.limit else { return .failed(.source(.needsMemory(bytes: byteCount, limit: budget.limit))) }
            return .blocked(.memory(byteCount))
        }
    }

    /// Opens the source of a product.
    /// - Returns: false when another worker is opening it. The product then goes on when that worker is done.
    private func openSource(_ work: ProductWork) -> Bool {
        let waiting = work.waiting(for: .source)
        // The check whether another worker opens the source and the registration as a waiter are one step under the store's lock.
        let subscription = renderer.openSource(of: work.record) { [self] in unblock(waiting) }
        guard let subscription else { return true }
        park(work.product) {
            subscription.cancel()
            return true
        }
        return false
    }

    // MARK: - Waiting; no worker waits

    private func wait(for obstacle: ProductMachine.Obstacle, _ work: ProductWork) {
        switch obstacle {
        // `openSource` has registered already.
        case .source: break
        case .tiles(let addresses):
            // The last waiter may have left while the tiles were looked up. No build is to begin then.
            guard !flights.endIfUnwanted(work.product) else { return }
            let subscription = pyramids.tiles(addresses, of: work.record) { [self] result in
                switch result {
                case .success: unblock(work)
                case .failure(let error): fail(work, error)
                }
            }
            park(work.product) {
                subscription.cancel()
                return true
            }
        case .memory(let byteCount):
            @Sendable func resume(with share: MemoryBudget.Share) {
                var work = work
                work.share = share
                unblock(work)
            }
            switch budget.request(byteCount, ready: resume) {
            case .granted(let share): resume(with: share)
            case .waiting(let ticket): park(work.product) { ticket.withdraw() }
            }
        }
    }

    /// Registers how to cancel what a product waits for, and cancels it when the product has no waiters any more.
    private func park(_ product: Product, cancel: @escaping Drop) {
        flights.setDrop(product, cancel)
        if flights.endIfUnwanted(product) { _ = cancel() }
    }

    private func unblock(_ work: ProductWork) {
        var work = work
        guard work.machine.handle(.unblocked) == .submit else { preconditionFailure("a product that waited is queued") }
        resubmit(work)
    }

    private func resubmit(_ work: ProductWork) {
        do throws(TileError) {
            flights.setDrop(work.product, try submit(work))
        } catch {
            work.share?.release()
            fail(work, error)
        }
    }

    private func fail(_ work: ProductWork, _ error: TileError) {
        var work = work
        let action = work.machine.handle(.failed(error))
        carryOut(action, of: work, in: .background)
    }

    // MARK: - The last step of all bytes

    /// Gives the bytes to all waiters of the product. Keeps tiles in memory and computed bytes as derivatives.
    private func deliver(_ bytes: [UInt8], _ origin: ProductMachine.Origin, _ work: ProductWork, in lane: Lane) {
        let (product, record) = (work.product, work.record)
        switch origin {
        case .found: diskHits.add(1, ordering: .relaxed)
        case .rendered: diskMisses.add(1, ordering: .relaxed)
        }
        let fields = product.fields(of: record)
        let image = EncodedImage(fields: fields, head: lines(fields, bytes.count), body: bytes)
        if case .tile(let key) = product {
            let isPrefetched = flights.lane(of: product) == .prefetch
            if lane == .prefetch, !isPrefetched { memory.countUsed(key) }
            memory.insert(image, for: key, isPrefetched: isPrefetched)
        }
        flights.finish(product, .success(image))
        if origin == .rendered { disk.writeDerivative(product.derivativeName, bytes) }
    }
}

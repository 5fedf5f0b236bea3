// Answers that come from other threads: handlers on workers and on the gesture thread, and products that have to be made.

internal import Building
internal import EventLoop
internal import HTTP
internal import Library
internal import Protocols
internal import Tiles
internal import Workers

extension Application {
    /// Runs a handler about an image on another thread, and finds the image's record before that. The thread for gestures does not touch the
    /// disk: if the record is not known, a worker runs the handler.
    /// - Parameters:
    ///   - identifier: the identifier as the URL encodes it.
    ///   - known: the record, if the loop has it and its file need not be looked at.
    func answer(
        _ handler: some ImageHandler, at place: AnswerPlace, identifier: [UInt8], known: ImageRecord?, _ request: Request, _ reply: Reply,
        _ work: PendingWork
    ) {
        if let known, case .gestureThread = place {
            return run(handler, in: .wanted, of: gestures, request, reply, work) { (context) throws(Problem) in
                try handler.answer(of: known, to: request, context)
            }
        }
        let lane = if case .worker(let lane) = place { lane } else { Lane.wanted }
        run(handler, in: lane, of: service.workers, request, reply, work) { [self] (context) throws(Problem) in
            let record = try find(decode(identifier))
            context.learn(identifier, record)
            return try handler.answer(of: record, to: request, context)
        }
    }

    /// Runs a handler about no image on another thread.
    func answer(_ handler: some PlainHandler, at place: AnswerPlace, _ request: Request, _ reply: Reply, _ work: PendingWork) {
        let (lane, pool) =
            switch place {
            case .worker(let lane): (lane, service.workers)
            case .loop: (Lane.wanted, service.workers)
            case .gestureThread: (Lane.wanted, gestures)
            }
        run(handler, in: lane, of: pool, request, reply, work) { (context) throws(Problem) in
            try handler.answer(to: request, context)
        }
    }

    /// Has a product made, and answers with it.
    func make(_ answer: ProductAnswer, for handler: some RouteHandler, _ request: Request, _ reply: Reply, _ work: PendingWork) {
        let subscription = service.product(answer.product, of: answer.record, lane: answer.lane) { [self] result in
            switch result {
            case .success(let image): reply.send(outcome(of: answer, image, for: request))
            case .failure(let error):
                let image = answer.record.identifier
                error.damage(in: image).map { log.warning($0, about: image) }
                reply.send(Outcome(handler.refusal(Problem(error), self), for: request))
            }
        }
        work.cancels { subscription.cancel() }
    }

    /// Runs the body of a handler in a pool and sends its answer.
    private func run(
        _ handler: some RouteHandler, in lane: Lane, of pool: WorkerPool, _ request: Request, _ reply: Reply, _ work: PendingWork,
        _ body: @escaping @Sendable (AnswerContext) throws(Problem) -> Answer
    ) {
        let job = pool.submit(lane) { [self] in
            guard !work.isCancelled else { return }
            do throws(Problem) {
                switch try delivery(of: body(AnswerContext(self, reply, work)), for: request) {
                case .ready(let outcome): reply.send(outcome)
                case .toMake(let product): make(product, for: handler, request, reply, work)
                }
            } catch {
                reply.send(Outcome(handler.refusal(error, self), for: request))
            }
        }
        guard let job else { return reply.send(Outcome(handler.refusal(.overloaded, self), for: request)) }
        work.begins { pool.drop(job) }
    }

    // MARK: - Records

    /// The identifier that a raw path segment encodes.
    /// - Throws: 404 where the segment encodes none.
    func decode(_ segment: [UInt8]) throws(Problem) -> ImageIdentifier {
        guard let identifier = ImageIdentifier(decoding: segment.span, configuration.slashSubstitute) else {
            throw Problem(LibraryError.notFound)
        }
        return identifier
    }

    /// The record of an image. Looks at its file: worker threads.
    /// - Throws: why there is no such image. A fault of the file or the disk is logged.
    func find(_ identifier: ImageIdentifier) throws(Problem) -> ImageRecord {
        do throws(LibraryError) {
            return try library.record(identifier.path)
        } catch {
            if case .unusable(let cause) = error {
                let (cause, image) = (TileError.source(cause), identifier.path)
                (cause.operatorsReason(about: image) ?? cause.damage(in: image)).map { log.warning($0, about: image) }
            }
            throw Problem(error)
        }
    }

    /// Has a worker check whether the files of records have changed. No request waits for it.
    /// - Parameter loop: receives each record that takes another's place.
    func check(_ due: [DueRecords.Item], _ loop: Mailbox<LoopMessage>.Sender) {
        let job = service.workers.submit(.wanted) { [self] in
            for (record, segment) in due {
                let current = try? find(decode(segment))
                record.checkDidEnd(isCurrent: current === record)
                if let current, current !== record { loop.send(.learn(segment: segment, current)) }
            }
        }
        if job == nil { for (record, _) in due { record.checkDidEnd(isCurrent: nil) } }
    }
}

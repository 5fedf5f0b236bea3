// What all loops share, and the ways from a request to its answer.

internal import Building
internal import Caching
internal import EventLoop
private import Geometry
internal import HTTP
internal import Library
internal import Protocols
private import Synchronization
internal import Tiles
internal import Workers

/// The server without its sockets. Sendable: loops call it in their callbacks, workers at the end of their work.
final class Application: Sendable {
    let configuration: Configuration
    let log: Log
    let answers: ImageAnswers
    let library: ImageLibrary
    private let service: TileService
    private let files: PublicFiles
    private let loads: [LoopLoad]
    /// Answers events of gestures, in the order in which they come: none waits behind the tiles that it is about.
    private let gestures = WorkerPool(threads: 1, capacity: 1_024)
    private let isDraining = Atomic<Bool>(false)

    init(
        _ configuration: Configuration, library: ImageLibrary, service: TileService, files: PublicFiles, log: Log, loads: [LoopLoad]
    ) {
        self.configuration = configuration
        self.library = library
        self.service = service
        self.files = files
        self.log = log
        self.loads = loads
        answers = ImageAnswers(
            configuration: configuration, service: service, files: files, sidecars: Sidecars(library: library, log: log))
    }

    /// From now on the server says that it is not ready.
    func startDraining() { isDraining.store(true, ordering: .relaxed) }

    /// Finishes what runs. Call once, at the end, when the loops have ended.
    func shutDown() {
        gestures.shutDown()
        service.shutDown()
    }

    // MARK: - On a loop

    /// The answer to what does not depend on the route: preflights, methods that nothing here has, a Host that is none.
    /// - Parameter route: nil where the path has none.
    func generalResponse(to request: borrowing Request, _ route: Route?) -> Response? {
        if let range = request[.host], !range.isEmpty, !HostField.isHost(request.bytes.span.extracting(range)) {
            return Problem(.badRequest, "The Host field is not a host and port.").response
        }
        let takesEvents = if case .image(_, .gesture)? = route { true } else { false }
        // Not made before it is needed: answers from memory allocate nothing.
        func allowed() -> String {
            let methods = (route ?? .file).allowedMethods.description
            return route?.isForgetting == true && configuration.adminToken != nil ? methods + ", DELETE" : methods
        }
        switch request.method {
        case .get where !takesEvents, .head where !takesEvents, .post where takesEvents:
            return nil
        case .delete where route?.isForgetting == true:
            // Whoever has no right to it does not hear whether the image is there.
            return configuration.adminToken?.isCarried(by: request) == true ? nil : Application.nothing
        case .options:
            return Response(
                .noContent,
                fields: [
                    ResponseField("Allow", allowed()), ResponseField("Access-Control-Allow-Methods", allowed()),
                    ResponseField("Access-Control-Allow-Headers", "*"), ResponseField("Access-Control-Max-Age", "86400"),
                ] + Fields.everywhere)
        case .get, .head, .post, .delete, .other:
            var response = Problem(.methodNotAllowed, "Here are only \(allowed()).").response
            response.fields.append(ResponseField("Allow", allowed()))
            return response
        }
    }

    /// The answer to a route that is about no image.
    func response(to route: Route, _ request: borrowing Request) -> Response {
        switch route {
        case .galleryPage: return files.page(.gallery, status: .ok)
        case .liveness: return plain(.ok, "ok\n")
        case .readiness: return isDraining.load(ordering: .relaxed) ? plain(.serviceUnavailable, "stopping\n") : plain(.ok, "ready\n")
        case .metrics: return plain(.ok, MetricsPage(loads: loads, service: service).text, type: "text/plain; version=0.0.4")
        case .file, .image, .imageList, .manifest, .forgetting: return files.response(for: request) ?? Application.nothing
        }
    }

    private static var nothing: Response { Problem(.notFound, "There is nothing of this name.").response }

    /// The answer that needs no worker: a copy that the client has already, or a tile that the service has at hand.
    /// - Parameter link: the value of the answer's Link field.
    func outcomeAtHand(_ product: Product, of record: ImageRecord, link: [UInt8]? = nil, _ request: borrowing Request) -> Outcome? {
        if let response = notModified(product, of: record, request) { return .response(response) }
        guard case .tile(let key) = product, let image = service.atHand(key, of: record) else { return nil }
        return outcome(product, of: record, link: link, request, image)
    }

    // MARK: - By way of a worker

    /// Has a product made.
    func make(
        _ product: Product, for question: ImageQuestion, of record: ImageRecord, lane: Lane, link: [UInt8]?, _ request: Request,
        _ reply: Reply, _ work: PendingWork
    ) {
        let subscription = service.product(product, of: record, lane: lane) { [self] result in
            switch result {
            case .success(let image): reply.send(outcome(product, of: record, link: link, request, image))
            case .failure(let error):
                error.damage(in: record.identifier).map { log.warning($0, about: record.identifier) }
                reply.send(.response(Problem(error).response(to: question)))
            }
        }
        work.cancels { subscription.cancel() }
    }

    /// Finds the image of an identifier, looking at its file, and answers the question.
    /// - Parameter identifier: the raw path segment.
    func answer(_ question: ImageQuestion, identifier: [UInt8], _ request: Request, _ reply: Reply, _ work: PendingWork) {
        @Sendable func refusal(_ problem: Problem) -> Response {
            guard case .viewPage = question else { return problem.response(to: question) }
            // A person looks at this one: the page itself says what is wrong.
            var page = files.page(.viewer, status: problem.status)
            if let seconds = problem.retryAfter { page.fields.append(ResponseField("Retry-After", "\(seconds)")) }
            return page.negotiated(for: request)
        }
        submit(.wanted, reply, work, refusal: refusal) { [self] in
            do throws(Problem) {
                let record = try find(decode(identifier))
                reply.learn(identifier, record)
                switch try answers.resolve(question, of: record, request) {
                case .response(let response):
                    reply.send(.response(response.negotiated(for: request)))
                case .streamed(let response, let body):
                    reply.send(.streamed(response, body))
                case .product(let product, let lane, let link):
                    if let outcome = outcomeAtHand(product, of: record, link: link, request) { return reply.send(outcome) }
                    make(product, for: question, of: record, lane: lane, link: link, request, reply, work)
                }
            } catch {
                reply.send(.response(refusal(error)))
            }
        }
    }

    /// Answers an event of a gesture of an image whose record is at hand.
    func answerGesture(of record: ImageRecord, _ request: Request, _ reply: Reply, _ work: PendingWork) {
        submit(.wanted, to: gestures, reply, work) { [self] in
            do throws(Problem) {
                reply.send(.response(try answers.gesture(of: record, request).negotiated(for: request)))
            } catch {
                reply.send(.response(error.response))
            }
        }
    }

    /// Has a worker look whether the files of records are still what they were; nobody waits for it.
    /// - Parameter loop: told of each record that takes another's place.
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

    /// Lists images.
    func listImages(_ request: Request, _ reply: Reply, _ work: PendingWork) {
        submit(.wanted, reply, work) { [self] in
            do throws(Problem) {
                let query = try Problem.wrapping { () throws(RequestError) in
                    try ImageListQuery(request.bytes.span.extracting(request.query ?? 0..<0))
                }
                let (records, next) = library.list(after: query.after, limit: query.limit) { !work.isCancelled }
                let entries = records.map { answers.entry($0, request) }
                let fields = [ResponseField("Content-Type", "application/json"), Fields.noCache] + Fields.everywhere
                let response = Response(.ok, fields: fields, body: ImageList(entries: entries, next: next).json())
                reply.send(.response(response.negotiated(for: request)))
            } catch {
                reply.send(.response(error.response))
            }
        }
    }

    /// Forgets all that is kept of an image and can be made again.
    /// - Parameter identifier: the raw path segment.
    func forget(identifier: [UInt8], _ reply: Reply, _ work: PendingWork) {
        submit(.wanted, reply, work) { [self] in
            do throws(Problem) {
                let decoded = try decode(identifier)
                library.forget(decoded.path)
                do throws(Problem) {
                    service.forget(try find(decoded).version)
                } catch  where error.status != .notFound {
                    // What is kept of an image that cannot be read is why it cannot.
                }
                reply.send(.response(Response(.noContent, fields: Fields.everywhere)))
            } catch {
                reply.send(.response(error.response))
            }
        }
    }

    func decode(_ segment: [UInt8]) throws(Problem) -> ImageIdentifier {
        guard let identifier = ImageIdentifier(decoding: segment.span, configuration.slashSubstitute) else {
            throw Problem(LibraryError.notFound)
        }
        return identifier
    }

    /// - Parameters:
    ///   - pool: the service's workers where it is not another.
    ///   - refusal: the answer where too many wait already.
    func submit(
        _ lane: Lane, to pool: WorkerPool? = nil, _ reply: Reply, _ work: PendingWork, refusal: (Problem) -> Response = { $0.response },
        _ body: @escaping @Sendable () -> Void
    ) {
        let pool = pool ?? service.workers
        guard let job = pool.submit(lane, { if !work.isCancelled { body() } }) else {
            return reply.send(.response(refusal(Problem.overloaded)))
        }
        work.begins { pool.drop(job) }
    }

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

    // MARK: - Products as answers

    private func notModified(_ product: Product, of record: ImageRecord, _ request: borrowing Request) -> Response? {
        guard request[.ifNoneMatch] != nil || request[.ifModifiedSince] != nil,
            Fields.validators(of: product, record).isNotModified(for: request)
        else { return nil }
        return Response(.notModified, fields: fields(product, of: record, request))
    }

    private func outcome(
        _ product: Product, of record: ImageRecord, link: [UInt8]?, _ request: borrowing Request, _ image: EncodedImage
    ) -> Outcome {
        guard request[.range] != nil, let value = request.text(.range), request.method == .get,
            Fields.validators(of: product, record).allowsRange(for: request)
        else { return .prepared(image, isVersioned: isVersioned(record, request), link: link) }
        switch ByteRange(value, length: image.bodyCount) {
        case .whole:
            return .prepared(image, isVersioned: isVersioned(record, request), link: link)
        case .part(let range):
            let contentRange = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(image.bodyCount)"
            var fields = fields(product, of: record, request) + [ResponseField("Content-Range", contentRange)]
            if let link { fields.append(ResponseField("Link", String(decoding: link, as: UTF8.self))) }
            return .response(Response(.partialContent, fields: fields, body: image.bytes(range)))
        case .unsatisfiable:
            return .response(Fields.unsatisfiable(byteCount: image.bodyCount))
        }
    }

    private func fields(_ product: Product, of record: ImageRecord, _ request: borrowing Request) -> [ResponseField] {
        Fields.describing(product, of: record) + [Fields.cacheControl(isVersioned: isVersioned(record, request))]
    }

    /// Whether the URL names this version of the image, so that its bytes never change. Allocates nothing.
    private func isVersioned(_ record: ImageRecord, _ request: borrowing Request) -> Bool {
        guard let query = request.query else { return false }
        return record.version.isNamed(by: request.bytes.span.extracting(query))
    }

    private func plain(_ status: Status, _ text: String, type: String = "text/plain; charset=utf-8") -> Response {
        Response(
            status, fields: [ResponseField("Content-Type", type), Fields.noStore] + Fields.everywhere,
            body: Array(text.utf8))
    }
}

// The last step of every answer: conditions, ranges and codings (RFC 9110, 13 and 14). The connection writes heads and logs.

internal import Caching
private import Geometry
internal import HTTP
internal import Library
internal import Tiles

extension Application {
    /// What becomes of a handler's answer.
    enum Delivery {
        case ready(Outcome)
        /// The product has to be made first.
        case toMake(ProductAnswer)
    }

    /// Finishes an answer as far as that needs no work. Loops and workers.
    /// - Throws: why a file cannot be sent now.
    func delivery(of answer: Answer, for request: borrowing Request) throws(Problem) -> Delivery {
        switch answer {
        case .response(let response): .ready(Outcome(response, for: request))
        case .product(let product): outcomeAtHand(product, for: request).map { .ready($0) } ?? .toMake(product)
        case .file(let file): .ready(try outcome(of: file, for: request))
        case .events(let source): .ready(.streamed(Fields.eventStream, .events(source)))
        }
    }

    // MARK: - Products

    /// The answer that needs no work: 304, or a tile that the service has at hand.
    func outcomeAtHand(_ answer: ProductAnswer, for request: borrowing Request) -> Outcome? {
        if let response = notModified(answer, request) { return .response(response) }
        guard case .tile(let key) = answer.product, let image = service.atHand(key, of: answer.record) else { return nil }
        return outcome(of: answer, image, for: request)
    }

    /// The answer with a product's bytes: all of them, or a range.
    func outcome(of answer: ProductAnswer, _ image: EncodedImage, for request: borrowing Request) -> Outcome {
        let isVersioned = isVersioned(answer.record, request)
        switch RequestedRange(of: image.bodyCount, request, unless: Fields.validators(of: answer.product, answer.record)) {
        case .whole:
            return .prepared(image, isVersioned: isVersioned, link: answer.link)
        case .part(let range, let contentRange):
            var fields = fields(of: answer, isVersioned: isVersioned) + [contentRange]
            if let link = answer.link { fields.append(ResponseField("Link", String(decoding: link, as: UTF8.self))) }
            return .response(Response(.partialContent, fields: fields, body: image.bytes(range)))
        case .unsatisfiable(let response):
            return .response(response)
        }
    }

    private func notModified(_ answer: ProductAnswer, _ request: borrowing Request) -> Response? {
        guard request[.ifNoneMatch] != nil || request[.ifModifiedSince] != nil,
            Fields.validators(of: answer.product, answer.record).isNotModified(for: request)
        else { return nil }
        return Response(.notModified, fields: fields(of: answer, isVersioned: isVersioned(answer.record, request)))
    }

    private func fields(of answer: ProductAnswer, isVersioned: Bool) -> [ResponseField] {
        Fields.describing(answer.product, of: answer.record) + [Fields.cacheControl(isVersioned: isVersioned)]
    }

    /// True when the URL names this version of the image, so that its bytes never change. Allocates nothing.
    private func isVersioned(_ record: ImageRecord, _ request: borrowing Request) -> Bool {
        guard let query = request.query else { return false }
        return record.version.isNamed(by: request.bytes.span.extracting(query))
    }

    // MARK: - Files

    private func outcome(of file: FileAnswer, for request: borrowing Request) throws(Problem) -> Outcome {
        if file.validators.isNotModified(for: request) { return .response(Response(.notModified, fields: file.fields)) }
        var response = Response(.ok, fields: file.fields)
        var range = 0..<file.byteCount
        switch RequestedRange(of: file.byteCount, request, unless: file.validators) {
        case .whole: break
        case .part(let part, let contentRange):
            range = part
            response.status = .partialContent
            response.fields.append(contentRange)
        case .unsatisfiable(let response): return .response(response)
        }
        response.fields.append(file.disposition)
        response.length = .following(range.count)
        return .streamed(response, try file.body(range))
    }
}

/// The part of a representation that a request asks for.
private enum RequestedRange {
    case whole
    /// With the value of Content-Range.
    case part(Range<Int>, ResponseField)
    case unsatisfiable(Response)

    /// Allocates nothing where the request has no Range field.
    /// - Parameters:
    ///   - byteCount: bytes of the whole representation.
    ///   - validators: what If-Range is compared with.
    init(of byteCount: Int, _ request: borrowing Request, unless validators: @autoclosure () -> Validators) {
        // A range has a meaning for GET alone (RFC 9110, 14.2).
        guard request[.range] != nil, let value = request.text(.range), request.method == .get, validators().allowsRange(for: request)
        else {
            self = .whole
            return
        }
        switch ByteRange(value, length: byteCount) {
        case .whole: self = .whole
        case .part(let range):
            self = .part(range, ResponseField("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(byteCount)"))
        case .unsatisfiable: self = .unsatisfiable(Fields.unsatisfiable(byteCount: byteCount))
        }
    }
}

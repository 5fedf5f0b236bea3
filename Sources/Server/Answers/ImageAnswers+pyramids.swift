// Answers about an image's pyramid as a whole: its file, and what becomes of it.

internal import Building
internal import HTTP
internal import Library
private import Protocols
internal import Tiles

extension ImageAnswers {
    /// Listeners at once.
    static let eventStreamLimit = 1_000
    /// Files being sent at once: each holds a piece or two in memory.
    static let downloadLimit = 128
    /// Seconds after which a client asks again for a pyramid that is being built.
    private static let buildRetry = 2

    /// Events from now to the end of the build.
    func events(of record: ImageRecord) throws(Problem) -> Answer {
        .streamed(Fields.eventStream, .events(BuildEvents(of: record, service: service, share: try eventStreamShare())))
    }

    /// - Throws: where there are too many listeners already.
    func eventStreamShare() throws(Problem) -> Quota.Share {
        guard let share = eventStreams.take() else {
            throw Problem(.serviceUnavailable, "There are \(ImageAnswers.eventStreamLimit) listeners already.", retryAfter: 10)
        }
        return share
    }

    /// The pyramid's file, or a range of it. Where there is none yet, it is built, and the client told to come again. Worker threads.
    func pyramidFile(of record: ImageRecord, _ request: borrowing Request) throws(Problem) -> Answer {
        let answer: PyramidAnswer
        do throws(TileError) { answer = try service.pyramidFile(of: record) } catch { throw Problem(error) }
        switch answer {
        case .native:
            throw Problem(
                .notFound,
                "The image's file is tiled itself, and no whole pyramid is made of it here. Its tiles are at "
                    + "\(links(record, request).tiles); azulejo build makes a pyramid of any image."
            )
        case .building(let progress): return .response(accepted(.building(progress)))
        case .file(let file): return try send(file, of: record, request)
        }
    }

    private func accepted(_ status: PyramidStatus) -> Response {
        Response(
            .accepted,
            fields: [
                ResponseField("Content-Type", "application/json"), Fields.noStore,
                ResponseField("Retry-After", "\(ImageAnswers.buildRetry)"),
            ] + Fields.everywhere, body: status.json())
    }

    private func send(_ file: PyramidDownload, of record: ImageRecord, _ request: borrowing Request) throws(Problem) -> Answer {
        // No date: the same source built again can have its tiles in another order.
        let validators = Validators(entityTag: file.entityTag, lastModified: nil)
        let fields =
            [
                ResponseField("Content-Type", "application/zip"), ResponseField("ETag", file.entityTag), Fields.noCache,
                ResponseField("Accept-Ranges", "bytes"),
            ] + Fields.everywhere
        if validators.isNotModified(for: request) { return .response(Response(.notModified, fields: fields)) }
        var response = Response(.ok, fields: fields)
        var range = 0..<file.byteCount
        // RFC 9110, 14.2: a range has a meaning for GET alone.
        if request.method == .get, let value = request.text(.range), validators.allowsRange(for: request) {
            switch ByteRange(value, length: file.byteCount) {
            case .whole: break
            case .part(let part):
                range = part
                response.status = .partialContent
                response.fields.append(
                    ResponseField("Content-Range", "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(file.byteCount)"))
            case .unsatisfiable: return .response(Fields.unsatisfiable(byteCount: file.byteCount))
            }
        }
        response.fields.append(
            ResponseField("Content-Disposition", ContentDisposition.attachment(fileName: PyramidExport.fileName(for: record))))
        response.length = .following(range.count)
        guard let share = downloads.take() else {
            throw Problem(.serviceUnavailable, "There are \(ImageAnswers.downloadLimit) pyramids being sent already.", retryAfter: 10)
        }
        return .streamed(response, .file(FileBody(range, workers: service.workers, share: share) { try? file.read($0) }))
    }
}

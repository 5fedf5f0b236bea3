// Routes of /pyramids: an image's pyramid as one file.

internal import Building
internal import HTTP
internal import Library
internal import Protocols
internal import Tiles
internal import Workers

struct PyramidsRoutes: RouteGroup {
    static let segment: StaticString? = "pyramids"

    func route(_ path: Span<UInt8>, _ segments: PathSegments, query: Span<UInt8>) throws(RequestError) -> Routed<PyramidFileRoute, Never>? {
        .image(identifier: try PyramidRequest(path, segments).identifier, PyramidFileRoute())
    }
}

struct PyramidFileRoute: ImageHandler {
    var name: RouteName { .pyramids }

    /// Seconds after which a client asks again for a pyramid that is being built.
    private static let buildRetry = 2

    func place(for method: Method) -> AnswerPlace { .worker(.wanted) }

    /// The pyramid's file. If there is none yet, it is built, and the client is told to come again.
    func answer(of record: ImageRecord, to request: borrowing Request, _ context: AnswerContext) throws(Problem) -> Answer {
        let application = context.application
        let answer: PyramidAnswer
        do throws(TileError) { answer = try application.service.pyramidFile(of: record) } catch { throw Problem(error) }
        switch answer {
        case .native:
            throw Problem(
                .notFound,
                "The image's file is tiled itself, and no whole pyramid is made of it here. Its tiles are at "
                    + "\(application.links(record, request).tiles); azulejo build makes a pyramid of any image."
            )
        case .building(let progress): return .response(accepted(.building(progress)))
        case .file(let file): return .file(fileAnswer(file, of: record, application))
        }
    }

    private func accepted(_ status: PyramidStatus) -> Response {
        Response(
            .accepted,
            fields: [
                ResponseField("Content-Type", "application/json"), Fields.noStore,
                ResponseField("Retry-After", "\(PyramidFileRoute.buildRetry)"),
            ] + Fields.everywhere, body: status.json())
    }

    private func fileAnswer(_ file: PyramidDownload, of record: ImageRecord, _ application: Application) -> FileAnswer {
        let name = PyramidExport.fileName(for: record)
        return FileAnswer(
            byteCount: file.byteCount,
            fields: [
                ResponseField("Content-Type", "application/zip"), ResponseField("ETag", file.entityTag), Fields.noCache,
                ResponseField("Accept-Ranges", "bytes"),
            ] + Fields.everywhere,
            disposition: ResponseField("Content-Disposition", ContentDisposition.attachment(fileName: name)),
            // No date: a second build of the same source can have its tiles in another order.
            validators: Validators(entityTag: file.entityTag, lastModified: nil)
        ) { (range) throws(Problem) in
            let share = try application.downloadShare()
            return .file(FileBody(range, workers: application.service.workers, share: share) { try? file.read($0) })
        }
    }
}

extension RouteName {
    static let pyramids = RouteName("pyramids")
}

// Routes of /iiif/3/…/manifest.json: the IIIF Presentation API. A manifest is about a file with all its pages, or about a folder.

internal import HTTP
internal import Imaging
internal import Library
internal import Protocols
internal import Workers

struct PresentationRoutes: RouteGroup {
    static let segment: StaticString? = "iiif"

    func route(_ path: Span<UInt8>, _ segments: PathSegments, query: Span<UInt8>) throws(RequestError) -> Routed<Never, ManifestRoute>? {
        PresentationRequest(path, segments).map { .plain(ManifestRoute(identifier: $0.identifier)) }
    }
}

struct ManifestRoute: PlainHandler {
    /// Where the encoded identifier of an image or folder lies in the path; nil for the folder that holds all images.
    let identifier: Range<Int>?

    /// Canvases of a manifest at most: as many as viewers can be expected to take.
    private static let canvasLimit = 2_000

    var name: RouteName { .iiif }

    /// As costly as a region's image at worst: in a folder or file that was not looked at before, every header is read.
    func place(for method: Method) -> AnswerPlace { .worker(.viewport) }

    func refusal(_ problem: Problem, _ application: Application) -> Response { problem.onIIIF.response }

    func answer(to request: borrowing Request, _ context: AnswerContext) throws(Problem) -> Answer {
        let base = try BaseURL(of: request, context.application.configuration).url()
        let manifest =
            if let identifier { try manifest(of: request.pathBytes(identifier), base, context) } else {
                try manifest(ofFolder: nil, base, context)
            }
        return .response(.descriptor(manifest.json(), type: "application/ld+json;profile=\"\(Manifest.context)\""))
    }

    /// The manifest of an image, or of a folder if there is no such image.
    private func manifest(of segment: [UInt8], _ base: String, _ context: AnswerContext) throws(Problem) -> Manifest {
        let application = context.application
        let identifier = try application.decode(segment)
        let record: ImageRecord
        do throws(Problem) {
            record = try application.find(identifier)
        } catch {
            guard error.status == .notFound else { throw error }
            return try manifest(ofFolder: identifier, base, context)
        }
        context.learn(segment, record)
        let pages = application.library.pages(of: record, limit: ManifestRoute.canvasLimit) { !context.isCancelled }
        let canvases = pages.images.map { image in
            let identifier = ImageIdentifier(ofKnown: image.identifier)
            return ManifestCanvas(
                links: ImageLinks(
                    identifier, version: image.version.description, base: base, substitute: application.configuration.slashSubstitute),
                label: pages.images.count > 1 ? "\(image.page + 1)" : identifier.name, grid: image.grid,
                maxArea: application.limits(of: image.grid).maxArea)
        }
        let isBook = record.description.format == "pdf" && canvases.count > 1
        return Manifest(
            id: application.links(record, base: base).manifest, label: identifier.name,
            sidecar: application.sidecars.sidecar(of: record), behavior: isBook ? .paged : .individuals, canvases: canvases,
            isCut: pages.isCut)
    }

    /// - Throws: 404 where there is no such folder, or no image in it.
    private func manifest(ofFolder identifier: ImageIdentifier?, _ base: String, _ context: AnswerContext) throws(Problem) -> Manifest {
        let application = context.application
        let limit = ManifestRoute.canvasLimit
        let group = application.library.images(in: identifier?.path ?? "", limit: limit) { !context.isCancelled }
        guard let group, !group.images.isEmpty else {
            throw Problem(.notFound, "There is no image of this name, and no folder of this name that holds images.")
        }
        let canvases = group.images.map { record in
            let links = application.links(record, base: base)
            return ManifestCanvas(
                links: links, label: links.identifier.name, sidecar: application.sidecars.sidecar(of: record), grid: record.grid,
                maxArea: application.limits(of: record.grid).maxArea)
        }
        return Manifest(
            id: ImageLinks.manifest(ofFolder: identifier, base: base, substitute: application.configuration.slashSubstitute),
            label: identifier?.name ?? "Images",
            sidecar: identifier.flatMap { application.sidecars.sidecar(ofFolder: $0.path) }, behavior: .individuals, canvases: canvases,
            isCut: group.isCut)
    }
}

// Manifests: answers about a file with all its pages, or about a folder.

internal import HTTP
private import Imaging
private import Library
private import Protocols
private import Workers

extension Application {
    /// Canvases of a manifest at most: as many as viewers can be expected to take.
    private static let manifestLimit = 2_000

    /// Answers with the manifest of an image or a folder.
    /// - Parameter identifier: the raw path segment; nil for the folder that holds everything.
    func answerManifest(_ identifier: [UInt8]?, _ request: Request, _ reply: Reply, _ work: PendingWork) {
        // As long as a region's image at worst: of a folder or file that was not looked at before, every header is read.
        submit(.viewport, reply, work) { [self] in
            do throws(Problem) {
                let body = try manifest(identifier, base: BaseURL(of: request, configuration).url(), reply, work).json()
                let type = "application/ld+json;profile=\"\(Manifest.context)\""
                reply.send(.response(answers.descriptor(body, type: type).negotiated(for: request)))
            } catch {
                reply.send(.response(error.onIIIF.response))
            }
        }
    }

    private func manifest(_ segment: [UInt8]?, base: String, _ reply: Reply, _ work: PendingWork) throws(Problem) -> Manifest {
        guard let segment else { return try manifest(ofFolder: nil, base: base, work) }
        let identifier = try decode(segment)
        let record: ImageRecord
        do throws(Problem) {
            record = try find(identifier)
        } catch {
            guard error.status == .notFound else { throw error }
            return try manifest(ofFolder: identifier, base: base, work)
        }
        reply.learn(segment, record)
        let pages = library.pages(of: record, limit: Application.manifestLimit) { !work.isCancelled }
        let canvases = pages.images.map { image in
            let identifier = ImageIdentifier(ofKnown: image.identifier)
            return ManifestCanvas(
                links: ImageLinks(
                    identifier, version: image.version.description, base: base, substitute: configuration.slashSubstitute),
                label: pages.images.count > 1 ? "\(image.page + 1)" : identifier.name, grid: image.grid,
                maxArea: answers.limits(of: image.grid).maxArea)
        }
        let isBook = record.description.format == "pdf" && canvases.count > 1
        return Manifest(
            id: answers.links(record, base: base).manifest, label: identifier.name, sidecar: answers.sidecars.sidecar(of: record),
            behavior: isBook ? .paged : .individuals, canvases: canvases, isCut: pages.isCut)
    }

    /// - Throws: where there is no such folder, or no image in it.
    private func manifest(ofFolder identifier: ImageIdentifier?, base: String, _ work: PendingWork) throws(Problem) -> Manifest {
        let group = library.images(in: identifier?.path ?? "", limit: Application.manifestLimit) { !work.isCancelled }
        guard let group, !group.images.isEmpty else {
            throw Problem(.notFound, "There is no image of this name, and no folder of this name that holds images.")
        }
        let canvases = group.images.map { record in
            let links = answers.links(record, base: base)
            return ManifestCanvas(
                links: links, label: links.identifier.name, sidecar: answers.sidecars.sidecar(of: record), grid: record.grid,
                maxArea: answers.limits(of: record.grid).maxArea)
        }
        return Manifest(
            id: ImageLinks.manifest(ofFolder: identifier, base: base, substitute: configuration.slashSubstitute),
            label: identifier?.name ?? "Images",
            sidecar: identifier.flatMap { answers.sidecars.sidecar(ofFolder: $0.path) }, behavior: .individuals, canvases: canvases,
            isCut: group.isCut)
    }
}

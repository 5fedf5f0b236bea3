// PublicFiles: the pages and scripts of the public folder, read once.

private import Glibc
internal import HTTP
internal import Protocols
internal import System

/// The files of the browser client, held in memory: a few hundred kilobytes, and no request touches the disk for them.
struct PublicFiles: Sendable {
    /// Pages that routes answer with.
    enum Page: String {
        case gallery = "index.html"
        case viewer = "viewer.html"
    }

    private struct File {
        let bytes: [UInt8]
        /// Nil if gzip makes the file longer, or if it is no text.
        let gzippedBytes: [UInt8]?
        let mediaType: String
        let entityTag: String
        let modified: Int
    }

    private let files: [String: File]
    private let policy: String
    /// The place in the viewer's page for the description of its image; nil if an operator's own page has none.
    private let place: Range<Int>?

    /// The element of the viewer's page that carries the description. It is empty in the file, and is data, which no policy has to allow.
    private static let carrier = (start: "<script type=\"application/json\" id=\"image\" class=\"azulejo-carried\">", end: "</script>")

    /// Reads the folder. Waits for the disk.
    /// - Parameter origin: the operator's base URL of images; nil if images have the host of the pages.
    /// - Throws: `PublicFilesError` when the folder lacks a page.
    init(folder: String, origin: BaseURL?) throws(PublicFilesError) {
        var files: [String: File] = [:]
        PublicFiles.read(folder, below: "", into: &files)
        for page in [Page.gallery, .viewer] where files[page.rawValue] == nil {
            throw PublicFilesError(
                description: "the pages are missing: there is no \(folder)/\(page.rawValue); name their folder with --public-dir")
        }
        self.files = files
        policy = PublicFiles.policy(origin)
        place = files[Page.viewer.rawValue]?.bytes.firstRange(of: (PublicFiles.carrier.start + PublicFiles.carrier.end).utf8)
    }

    /// The file that the request's path names; nil if there is none.
    func response(for request: borrowing Request) -> Response? {
        let path = String(decoding: request.bytes[request.path].dropFirst(), as: UTF8.self)
        return files[path].map { response($0, status: .ok) }
    }

    /// A page.
    /// - Parameter status: the page of an error is kept by no cache, and has no entity tag.
    func page(_ page: Page, status: Status) -> Response {
        guard let file = files[page.rawValue] else { preconditionFailure("checked by the initialiser") }
        return response(file, status: status)
    }

    /// The viewer's page with the description of its image, so that the script need not ask for it. The page gets its entity tag later, since
    /// it changes with the description.
    /// - Parameters:
    ///   - description: JSON.
    ///   - picture: an element that is shown until the script runs; nil for none.
    func viewerPage(carrying description: [UInt8], _ picture: PreviewImage?) -> Response {
        guard let place, let file = files[Page.viewer.rawValue] else { return page(.viewer, status: .ok) }
        var body = Array(file.bytes[..<place.lowerBound])
        body += PublicFiles.carrier.start.utf8
        // In JSON a `<` stands in strings only. Without one, no name of a file can end the element.
        body += description.replacing("<".utf8, with: "\\u003c".utf8)
        body += PublicFiles.carrier.end.utf8
        if let picture { body += picture.html.utf8 }
        body += file.bytes[place.upperBound...]
        return Response(.ok, fields: [Fields.noCache] + fields(of: file), body: body)
    }

    private func response(_ file: File, status: Status) -> Response {
        let life =
            status == .ok
            ? [ResponseField("ETag", file.entityTag), ResponseField("Last-Modified", HTTPDate.format(file.modified)), Fields.noCache]
            : [Fields.noStore]
        var response = Response(status, fields: life + fields(of: file), body: file.bytes)
        response.gzippedBody = file.gzippedBytes
        return response
    }

    /// The fields of a file, without those for caches.
    private func fields(of file: File) -> [ResponseField] {
        [ResponseField("Content-Type", file.mediaType), ResponseField("Content-Security-Policy", policy)] + Fields.everywhere
    }

    /// Allows only what comes from this server, under the name of the request or the operator's base URL, and pictures made in the page.
    private static func policy(_ origin: BaseURL?) -> String {
        let origin = (origin?.root).map { " " + $0 } ?? ""
        return "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'\(origin) blob: data:; connect-src 'self'\(origin); "
            + "manifest-src 'self'; base-uri 'none'; form-action 'none'"
    }

    private static let mediaTypes = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8",
        "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg", "json": "application/json", "txt": "text/plain; charset=utf-8",
        "ico": "image/x-icon", "webmanifest": "application/manifest+json",
    ]

    private static func read(_ folder: String, below path: String, into files: inout [String: File]) {
        for name in DirectoryEntries.names(in: folder) ?? [] {
            // Hidden files are no files of the client.
            guard !name.hasPrefix(".") else { continue }
            let full = folder + "/" + name
            var status = stat()
            guard unsafe stat(full, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                read(full, below: path + name + "/", into: &files)
            } else if let type = mediaTypes[String(name.split(separator: ".").last ?? "")],
                let file = try? ReadOnlyFile(path: full), let bytes = try? file.read(file.count, at: 0)
            {
                files[path + name] = File(
                    bytes: bytes, gzippedBytes: Response.isText(type) ? Gzip.compress(bytes, .thorough) : nil, mediaType: type,
                    entityTag: "\"\(SHA256.hexadecimal(of: bytes).prefix(32))\"", modified: status.st_mtim.tv_sec)
            }
        }
    }
}

/// The public folder cannot be used.
struct PublicFilesError: Error, CustomStringConvertible {
    let description: String
}

// PDFPages: the sizes of a PDF's pages. The document is opened once for all pages.
private import CPoppler
private import CVips
internal import Geometry

enum PDFPages {
    /// The sizes in which libvips draws the first pages, with nil for a page that cannot be drawn. Nil when the document cannot be read.
    /// - Parameters:
    ///   - resolution: dots per inch.
    ///   - limit: pages at most.
    /// - Throws: `io` when the process can have no more descriptors.
    static func sizes(in file: ImageSource, resolution: Double, limit: Int) throws(ImagingError) -> [PixelSize?]? {
        guard let document = unsafe try open(file) else { return nil }
        let points = unsafe [Double](unsafeUninitializedCapacity: 2 * limit) { buffer, filled in
            guard let sizes = buffer.baseAddress else { return }
            filled = unsafe 2 * azp_page_sizes(document, sizes, limit)
        }
        guard !points.isEmpty else { return nil }
        // libvips rounds in this way.
        func pixels(_ points: Double) -> Int? {
            let exact = (points * resolution / 72).rounded(.toNearestOrAwayFromZero)
            return (1...PDFPages.greatestSide).contains(exact) ? Int(exact) : nil
        }
        return stride(from: 0, to: points.count, by: 2).map { index in
            guard let width = pixels(points[index]), let height = pixels(points[index + 1]) else { return nil }
            return PixelSize(width: width, height: height)
        }
    }

    /// Nil when the document cannot be read.
    private static func open(_ file: ImageSource) throws(ImagingError) -> OpaquePointer? {
        if let descriptor = try file.duplicateDescriptor() { return unsafe azp_open_descriptor(descriptor) }
        let source = SourceHandle(file)
        guard let stream = unsafe vips_g_input_stream_new_from_source(source.pointer) else { return nil }
        defer { unsafe g_object_unref(stream) }
        return unsafe azp_open_stream(stream, Int64(file.identity.size))
    }

    /// The limit of libvips, in pixels.
    private static let greatestSide = 10_000_000.0
}

// The sizes of a PDF's pages, from one look at the document.
private import CPoppler
internal import Geometry

enum PDFPages {
    /// The sizes that libvips draws the first pages in, nil for a page that cannot be drawn; nil where the document cannot be read.
    /// - Parameter resolution: in dots per inch.
    static func sizes(in file: SourceFile, resolution: Double, limit: Int) throws(ImagingError) -> [PixelSize?]? {
        let descriptor = try file.duplicateDescriptor()
        let points = unsafe [Double](unsafeUninitializedCapacity: 2 * limit) { buffer, filled in
            guard let sizes = buffer.baseAddress else { return }
            filled = unsafe 2 * azp_page_sizes(descriptor, sizes, limit)
        }
        guard !points.isEmpty else { return nil }
        // libvips rounds so.
        func pixels(_ points: Double) -> Int? {
            let exact = (points * resolution / 72).rounded(.toNearestOrAwayFromZero)
            return (1...PDFPages.greatestSide).contains(exact) ? Int(exact) : nil
        }
        return stride(from: 0, to: points.count, by: 2).map { index in
            guard let width = pixels(points[index]), let height = pixels(points[index + 1]) else { return nil }
            return PixelSize(width: width, height: height)
        }
    }

    /// As libvips has it.
    private static let greatestSide = 10_000_000.0
}

import Geometry
@testable import Imaging

extension ImageSource {
    /// Decodes the whole picture in strips, and calls `body` with each.
    func readAllStrips(
        _ description: ImageDescription, _ encoding: Encoding = Encoding(.jpg), _ body: (Strip) throws(ImagingError) -> Void = { _ in }
    ) throws(ImagingError) {
        try readingStrips(description, for: encoding) { source throws(ImagingError) in
            let strip = Strip(layout: source.layout, width: source.size.width, capacity: 64)
            for _ in stride(from: 0, to: source.size.height, by: 64) {
                try source.read(into: strip)
                try body(strip)
            }
        }
    }
}

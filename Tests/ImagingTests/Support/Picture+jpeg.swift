// JPEGs with a chosen sampling of chroma, and their planes, by TurboJPEG: for what the strips are compared with.
import CJPEG
import Geometry
@testable import Imaging

extension Picture {
    enum Broken: Error { case library }

    /// Three bands as a JPEG.
    func jpeg(_ sampling: TJSAMP, quality: Int32 = 95, isProgressive: Bool = false) throws -> [UInt8] {
        let handle = tjInitCompress()
        defer { tjDestroy(handle) }
        var data: UnsafeMutablePointer<UInt8>?
        var count: UInt = 0
        defer { tjFree(data) }
        let format = bands == 1 ? TJPF_GRAY : TJPF_RGB
        let flags = TJFLAG_ACCURATEDCT | (isProgressive ? TJFLAG_PROGRESSIVE : 0)
        guard
            tjCompress2(
                handle, bytes, Int32(width), 0, Int32(height), Int32(format.rawValue), &data, &count, Int32(sampling.rawValue), quality,
                flags) == 0
        else { throw Broken.library }
        return Array(UnsafeBufferPointer(start: data, count: Int(count)))
    }

    /// The planes of a JPEG, as pictures of one band.
    static func planes(of jpeg: [UInt8]) throws -> [Picture] {
        let handle = tjInitDecompress()
        defer { tjDestroy(handle) }
        var (width, height, sampling, colours): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        guard tjDecompressHeader3(handle, jpeg, UInt(jpeg.count), &width, &height, &sampling, &colours) == 0 else { throw Broken.library }
        let count = sampling == Int32(TJSAMP_GRAY.rawValue) ? 1 : 3
        let sizes = (0..<Int32(count)).map { (Int(tjPlaneWidth($0, width, sampling)), Int(tjPlaneHeight($0, height, sampling))) }
        let buffers = sizes.map { UnsafeMutablePointer<UInt8>.allocate(capacity: $0.0 * $0.1) }
        defer { for buffer in buffers { buffer.deallocate() } }
        var pointers = buffers.map { Optional($0) }
        guard tjDecompressToYUVPlanes(handle, jpeg, UInt(jpeg.count), &pointers, width, nil, height, TJFLAG_ACCURATEDCT) == 0 else {
            throw Broken.library
        }
        // TurboJPEG pads planes to whole samples of chroma.
        let pictures = zip(sizes, buffers).map { size, buffer in
            Picture(width: size.0, height: size.1, bands: 1, bytes: Array(UnsafeBufferPointer(start: buffer, count: size.0 * size.1)))
        }
        return [pictures[0].cropped(PixelRect(x: 0, y: 0, width: Int(width), height: Int(height)))] + pictures.dropFirst()
    }
}

extension Picture {
    /// A plane of a strip, as far as it belongs to the image.
    init(_ strip: Strip, plane: Int) {
        let shift = strip.layout.shifts[plane]
        let bytes = strip.layout.bytesPerPixel
        let width = (strip.width + (1 << shift) - 1) >> shift
        let height = (strip.rows + (1 << shift) - 1) >> shift
        self.init(
            width: width, height: height, bands: bytes,
            bytes: (0..<height).flatMap { Array(UnsafeBufferPointer(start: strip.planes[plane].row($0), count: width * bytes)) })
    }

    /// Pictures of one width, one below the other.
    init(stacking pictures: [Picture]) {
        self.init(
            width: pictures[0].width, height: pictures.reduce(0) { $0 + $1.height }, bands: pictures[0].bands,
            bytes: pictures.flatMap(\.bytes))
    }
}

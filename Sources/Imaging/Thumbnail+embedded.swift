// A source of pixels: the thumbnail that a camera or scanner has put into the file beside the picture.
internal import Geometry
private import CVips

extension ImageSource {
    /// Pixels of a picture; from here on a quick thumbnail is worth more than a sharp one.
    private static let leastArea = 30_000_000
    /// Pixels on the longer side of a thumbnail that is used. Cameras write 160.
    private static let leastSide = 100
    /// Pixels on the longer side of a thumbnail that is used. A larger one takes more memory than a thumbnail should.
    private static let greatestSide = 2_048
    /// Bytes of a thumbnail. EXIF data in a JPEG has no room for more.
    private static let greatestCount = 1 << 16

    /// The thumbnail in the file's EXIF data, upright and in standard colour, at a size that fits into a square of `side` pixels.
    ///
    /// Nil if the file has none, if it is damaged, tiny, or of another shape than the picture, if the picture is so small that its own
    /// pixels are quick to decode, or if the picture has colours that the thumbnail does not name.
    /// Throws transient errors only: the file alone decides which of its pictures is shown.
    func embeddedThumbnail(_ description: ImageDescription, side: Int) throws(ImagingError) -> ImageHandle? {
        guard description.size.area >= Self.leastArea, description.sourceLevels.isEmpty, description.isInStandardColour else { return nil }
        do throws(ImagingError) {
            let (found, complaints) = try VipsLog.countingComplaints { () throws(ImagingError) in
                try decodedThumbnail(description)
            }
            try checkReads()
            guard complaints == 0, let thumbnail = found else { return nil }
            let size = PixelSize(width: thumbnail.width, height: thumbnail.height)
            return try thumbnail.scaled(to: size.fitting(side: side)).turnedUpright(description.orientation).inStandardColour().inMemory()
        } catch {
            // A thumbnail that cannot be read is no failure: the picture itself is there.
            let blamed = blame(error)
            if blamed.isTransient { throw blamed }
            return nil
        }
    }

    /// The thumbnail in memory, not yet upright. Nil if the file has none, or one that cannot be used.
    private func decodedThumbnail(_ description: ImageDescription) throws(ImagingError) -> ImageHandle? {
        let header = try description.loader.open(
            self, page: description.loaderPage, sequential: true, isLenient: description.isLenient)
        var bytes: UnsafeRawPointer?
        var count = 0
        guard unsafe vips_image_get_typeof(header.pointer, "jpeg-thumbnail-data") != 0,
            unsafe vips_image_get_blob(header.pointer, "jpeg-thumbnail-data", &bytes, &count) == 0,
            let bytes = unsafe bytes, (4...Self.greatestCount).contains(count),
            unsafe bytes.loadUnaligned(as: UInt16.self).bigEndian == 0xFFD8
        else { return nil }
        return try withExtendedLifetime(header) { () throws(ImagingError) in
            guard let image = unsafe azv_load_memory(bytes, count, VIPS_FAIL_ON_WARNING) else { throw Vips.failure(in: .reading) }
            let handle = unsafe ImageHandle(adopting: image)
            let size = PixelSize(width: handle.width, height: handle.height)
            guard (Self.leastSide...Self.greatestSide).contains(size.longerSide),
                size.hasShape(of: description.size.turned(description.orientation))
            else { return nil }
            handle.decodeInOneThread()
            return try handle.inMemory()
        }
    }
}

extension PixelSize {
    /// Whether the ratio of the sides is the other's, as exactly as whole pixels allow, or to a hundredth.
    fileprivate func hasShape(of other: PixelSize) -> Bool {
        // The longer side is exact; the shorter side was rounded up or down.
        let exact = Double(longerSide) * Double(min(other.width, other.height)) / Double(other.longerSide)
        let isTurned = (width > height) != (other.width > other.height) && width != height && other.width != other.height
        return !isTurned && abs(Double(min(width, height)) - exact) <= max(1, exact / 100)
    }
}

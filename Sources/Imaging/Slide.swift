// Hamamatsu's slides (NDPI): each level is one huge JPEG, of which OpenSlide decodes parts.
// Other slides are tiled TIFFs, or folders of files, which are not read, since names in their files could lead anywhere.
private import CVips
internal import Geometry

extension ImageSource {
    /// True when this is such a slide, and libvips has OpenSlide to read it.
    /// - Throws: `unreadable` when the slide is no local file; `changedWhileReading` or `io`.
    func isSlide() throws(ImagingError) -> Bool {
        do throws(ImagingError) {
            guard let tiff = try TIFFFile(self), tiff.isSlide else { return false }
        } catch {
            // To libtiff, a slide beyond 4 GB is damaged. Without a path, OpenSlide cannot be asked.
            guard case .damaged = error else { throw error }
            guard byteSource.path != nil else { return false }
        }
        return unsafe azv_is_slide(try openPath()) != 0
    }
}

extension ImageHandle {
    /// The levels of a slide just opened, the full size first, as OpenSlide lists them in the image's metadata.
    var slideLevels: [SourceLevel] {
        var levels: [SourceLevel] = []
        for level in 0..<min(number("openslide.level-count") ?? 0, 64) {
            guard let width = number("openslide.level[\(level)].width"), let height = number("openslide.level[\(level)].height"),
                PyramidGrid.sides.contains(width), PyramidGrid.sides.contains(height)
            else { break }
            levels.append(SourceLevel(size: PixelSize(width: width, height: height), slideLevel: level))
        }
        return levels
    }

    private func number(_ name: String) -> Int? {
        var text: UnsafePointer<CChar>?
        guard unsafe vips_image_get_string(pointer, name, &text) == 0, let text = unsafe text else {
            _ = Vips.takeReason()
            return nil
        }
        return Int(unsafe String(cString: text))
    }
}

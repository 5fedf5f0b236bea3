// TIFFPyramid: sorts the directories of a TIFF into pictures and their reduced levels.
internal import Geometry

/// One picture of a TIFF with its levels.
struct TIFFPyramid: Hashable {
    /// The full size first; each level is smaller than the one before.
    var levels: [TIFFDirectory]

    /// Sorts the directories of a file into pictures. A reduced level is a sub-directory of its picture, as newer programs write it, or
    /// follows the picture at the top level. In slides, thumbnails and labels that are not tiled may lie in between.
    static func pictures(of file: inout TIFFFile) throws(ImagingError) -> [TIFFPyramid] {
        var pictures: [TIFFPyramid] = []
        for directory in try file.directories() where !directory.isMask && directory.size.width > 0 && directory.size.height > 0 {
            if let tiled = pictures.lastIndex(where: { $0.levels[0].isTiled }), pictures[tiled].accepts(directory) {
                pictures[tiled].levels.append(directory)
            } else if !directory.isReduced || pictures.isEmpty {
                var picture = TIFFPyramid(levels: [directory])
                for child in try file.subDirectories(of: directory) where picture.accepts(child) { picture.levels.append(child) }
                pictures.append(picture)
            }
        }
        return pictures
    }

    /// True when a directory is the next level: of the same kind as the full size, tiled, of the same shape, and clearly smaller than the
    /// last level.
    private func accepts(_ directory: TIFFDirectory) -> Bool {
        guard let full = levels.first, let last = levels.last, full.isTiled, directory.isTiled else { return false }
        guard directory.samplesPerPixel == full.samplesPerPixel, directory.bitsPerSample == full.bitsPerSample,
            directory.size.width <= last.size.width, directory.size.height <= last.size.height, directory.size != last.size,
            directory.size.width > 0, directory.size.height > 0
        else { return false }
        // From level to level of a pyramid, the longer side shrinks by a whole factor, or nearly. Each halving rounds a side by less than a
        // pixel, so that shapes that differ by at most two pixels are the same.
        let factor = Double(full.size.longerSide) / Double(directory.size.longerSide)
        guard Double(last.size.longerSide) / Double(directory.size.longerSide) > 1.4 || last.size.longerSide <= 2 else { return false }
        return abs(Double(full.size.width) / factor - Double(directory.size.width)) <= 2
            && abs(Double(full.size.height) / factor - Double(directory.size.height)) <= 2
    }
}

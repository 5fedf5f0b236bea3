// TIFFPyramid: which directories of a TIFF are pictures, and which are reduced levels of them.
internal import Geometry

/// One picture of a TIFF with its levels.
struct TIFFPyramid: Hashable {
    /// The full size first, then each smaller than the one before.
    var levels: [TIFFDirectory]

    /// Sorts the directories of a file into pictures. A reduced level stands among the sub-directories of its picture, as newer programs
    /// write it, or follows it at the top level, where thumbnails and labels that are not tiled may stand in between, as slides have them.
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

    /// Whether a directory is the next level: of the same kind, tiled like the full size, of the same shape and clearly smaller than
    /// the last.
    private func accepts(_ directory: TIFFDirectory) -> Bool {
        guard let full = levels.first, let last = levels.last, full.isTiled, directory.isTiled else { return false }
        guard directory.samplesPerPixel == full.samplesPerPixel, directory.bitsPerSample == full.bitsPerSample,
            directory.size.width <= last.size.width, directory.size.height <= last.size.height, directory.size != last.size,
            directory.size.width > 0, directory.size.height > 0
        else { return false }
        // Between two levels of a true pyramid the longer side shrinks by a whole factor or nearly; each halving, rounded up or down,
        // moves a side by less than a pixel, so within twice as much the shapes are the same.
        let factor = Double(full.size.longerSide) / Double(directory.size.longerSide)
        guard Double(last.size.longerSide) / Double(directory.size.longerSide) > 1.4 || last.size.longerSide <= 2 else { return false }
        return abs(Double(full.size.width) / factor - Double(directory.size.width)) <= 2
            && abs(Double(full.size.height) / factor - Double(directory.size.height)) <= 2
    }
}

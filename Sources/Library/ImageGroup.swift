// ImageGroup: images that belong together: the pages of a file, or the images of a folder.

private import Geometry
private import Imaging

/// Images in their order.
public struct ImageGroup<Image: Sendable>: Sendable {
    public let images: [Image]
    /// True when the limit has left out more images.
    public let isCut: Bool
}

extension ImageLibrary {
    /// The pages of a file in their order, without those whose headers cannot be read. When the record's identifier names a page, that page
    /// alone. Worker threads: in some formats each page's header is read, unless that was done before.
    /// - Parameters:
    ///   - limit: pages at most, from 1.
    ///   - isWanted: asked before each page; when it says false, the group ends.
    public func pages(of record: ImageRecord, limit: Int, while isWanted: () -> Bool = { true }) -> ImageGroup<ImageOutline> {
        let first = ImageOutline(record)
        guard record.description.pages > 1, backend.resolve(record.identifier) != nil else {
            return ImageGroup(images: [first], isCut: false)
        }
        let outlines = outlines(of: record, limit: limit)
        var images = [first]
        for page in 1..<max(1, min(limit, record.description.pages)) where isWanted() {
            let identifier = "\(record.identifier);\(page + 1)"
            // A file whose own name ends so is another image.
            guard backend.resolve(identifier) == nil else { continue }
            if let outlines {
                guard let outline = outlines.indices.contains(page) ? outlines[page] : nil,
                    let image = self.outline(outline, of: record, page: page, identifier)
                else { continue }
                images.append(image)
            } else if let image = try? self.record(identifier) {
                images.append(ImageOutline(image))
            }
        }
        return ImageGroup(images: images, isCut: record.description.pages > limit)
    }

    /// The images of one folder in natural order, of each file the first page. Files that are no images, or whose headers cannot be read,
    /// are left out, and so are deeper folders. Worker threads: each file's header is read, unless that was done before.
    /// - Parameters:
    ///   - path: the name of the folder, decoded; empty for the top.
    ///   - limit: images at most.
    ///   - isWanted: asked before each file; when it says false, the group ends.
    /// - Returns: nil when there is no such folder.
    public func images(in path: String, limit: Int, while isWanted: () -> Bool = { true }) -> ImageGroup<ImageRecord>? {
        guard let files = backend.list(folder: path) else { return nil }
        var images: [ImageRecord] = []
        // One request must not read the headers of a hundred thousand other files.
        for (index, file) in files.enumerated() where isWanted() {
            guard index < 10 * limit else { return ImageGroup(images: images, isCut: true) }
            guard let record = try? record(file) else { continue }
            if images.count == limit { return ImageGroup(images: images, isCut: true) }
            images.append(record)
        }
        return ImageGroup(images: images, isCut: false)
    }

    /// The pages of a record's file, when they can be read at once, and the file still is in the record's state.
    private func outlines(of record: ImageRecord, limit: Int) -> [ImageDescription.Page?]? {
        guard let source = try? record.openSource() else { return nil }
        return try? record.description.outlines(in: source, limit: limit)
    }

    /// A page of a record's file, whose own header was not read; nil when it has more pixels than allowed.
    private func outline(_ outline: ImageDescription.Page, of record: ImageRecord, page: Int, _ identifier: String) -> ImageOutline? {
        guard outline.size.area <= parameters.maxSourcePixels else { return nil }
        let grid = parameters.grid(size: outline.size, sourceTileSize: outline.sourceTileSize)
        let version = parameters.version(location: record.location, page: page, record.identity, grid)
        return ImageOutline(identifier: identifier, page: page, grid: grid, version: version)
    }
}

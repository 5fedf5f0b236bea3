// ImageGroup: images that belong together, as the pages of a file and what lies in one folder.

private import Imaging

/// Images in their order.
public struct ImageGroup<Image: Sendable>: Sendable {
    public let images: [Image]
    /// Whether there are more, which the limit has left out.
    public let isCut: Bool
}

extension ImageLibrary {
    /// The pages of a file in their order; those whose headers cannot be read are left out. Where the record's identifier names a page, that
    /// page alone. Worker threads: in some formats each page's header is read, unless that was done before.
    /// - Parameters:
    ///   - limit: pages at most, from 1.
    ///   - isWanted: asked before each page; where nobody waits any more, the group ends.
    public func pages(of record: ImageRecord, limit: Int, while isWanted: () -> Bool = { true }) -> ImageGroup<ImageOutline> {
        let first = ImageOutline(record)
        guard record.description.pages > 1, folder.file(record.identifier) != nil else { return ImageGroup(images: [first], isCut: false) }
        let outlines = outlines(of: record, limit: limit)
        var images = [first]
        for page in 1..<max(1, min(limit, record.description.pages)) where isWanted() {
            let identifier = "\(record.identifier);\(page + 1)"
            // A file whose own name ends so is another image.
            guard folder.file(identifier) == nil else { continue }
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

    /// The images of one folder in natural order, of each file the first page; files that are no images, or whose headers cannot be read, are
    /// left out, and so is what lies in deeper folders. Nil where there is no such folder. Worker threads: each file's header is read, unless
    /// that was done before.
    /// - Parameters:
    ///   - path: of the folder, decoded; empty for the folder of images itself.
    ///   - limit: images at most.
    ///   - isWanted: asked before each file; where nobody waits any more, the group ends.
    public func images(in path: String, limit: Int, while isWanted: () -> Bool = { true }) -> ImageGroup<ImageRecord>? {
        guard let files = folder.files(in: path) else { return nil }
        var images: [ImageRecord] = []
        // A folder full of other files must not make one request read a hundred thousand headers.
        for (index, file) in files.enumerated() where isWanted() {
            guard index < 10 * limit else { return ImageGroup(images: images, isCut: true) }
            guard let record = try? record(file) else { continue }
            if images.count == limit { return ImageGroup(images: images, isCut: true) }
            images.append(record)
        }
        return ImageGroup(images: images, isCut: false)
    }

    /// The pages of a record's file, where one look at it tells, and it is still the file that the record is of.
    private func outlines(of record: ImageRecord, limit: Int) -> [ImageDescription.Page?]? {
        guard let file = try? SourceFile(path: record.path), file.identity == record.identity else { return nil }
        return try? record.description.outlines(in: file, limit: limit)
    }
}

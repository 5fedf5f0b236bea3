// ImageList: a page of the list of images, the answer to GET /images.

public import Geometry

/// A page of the list of images.
public struct ImageList: Sendable {
    /// An image in the list.
    public struct Entry: Sendable {
        /// The URLs of the image.
        public let links: ImageLinks
        /// The size of the image in pixels.
        public let size: PixelSize
        /// The status of its pyramid; nil when it is unknown without reading the disk.
        public let pyramid: PyramidStatus?

        /// Creates an entry.
        public init(links: ImageLinks, size: PixelSize, pyramid: PyramidStatus? = nil) {
            self.links = links
            self.size = size
            self.pyramid = pyramid
        }
    }

    /// The images of this page, in the order of their identifiers.
    public let entries: [Entry]

    /// The cursor of the next page; nil on the last page.
    public let next: String?

    /// Creates a page.
    public init(entries: [Entry], next: String?) {
        self.entries = entries
        self.next = next
    }

    /// The list as JSON.
    public func json() -> [UInt8] {
        JSONWriter.object { json in
            json.array("images") { json in
                for entry in entries { json.object { json in write(entry, &json) } }
            }
            json.key("next")
            if let next { json.value(next) } else { json.null() }
        }
    }

    private func write(_ entry: Entry, _ json: inout JSONWriter) {
        json.field("id", entry.links.identifier.path)
        json.field("width", entry.size.width)
        json.field("height", entry.size.height)
        json.field("thumbnail", entry.links.thumbnail)
        if let pyramid = entry.pyramid { json.object("pyramid") { pyramid.write(&$0) } }
        entry.links.write(&json)
    }
}

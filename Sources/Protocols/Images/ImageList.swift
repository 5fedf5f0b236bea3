// ImageList: what GET /images says, one stretch of the folder's images.

public import Geometry

/// A stretch of the list of images.
public struct ImageList: Sendable {
    /// What the list says of one image.
    public struct Entry: Sendable {
        public let links: ImageLinks
        public let size: PixelSize
        /// Of its pyramid, where there is something to say that is known without a look at the disk.
        public let pyramid: PyramidStatus?

        public init(links: ImageLinks, size: PixelSize, pyramid: PyramidStatus? = nil) {
            self.links = links
            self.size = size
            self.pyramid = pyramid
        }
    }

    public let entries: [Entry]

    /// The cursor with which the next stretch begins; nil where this is the last.
    public let next: String?

    public init(entries: [Entry], next: String?) {
        self.entries = entries
        self.next = next
    }

    /// The list's bytes.
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

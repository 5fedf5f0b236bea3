// Manifest: the document that IIIF viewers such as Mirador and Universal Viewer open (Presentation API 3.0,
// https://iiif.io/api/presentation/3.0/).

/// A manifest of the pages of one file or of the images in a folder.
public struct Manifest: Sendable {
    /// The layout of the canvases in a viewer.
    public enum Behavior: String, Sendable {
        /// One at a time.
        case individuals
        /// As the pages of a book, two side by side.
        case paged
    }

    /// The URL of the manifest.
    public let id: String
    /// The label when the sidecar has none.
    public let label: String
    /// The publisher's metadata about the file or the folder as a whole.
    public let sidecar: Sidecar?
    /// The layout of the canvases.
    public let behavior: Behavior

    /// The canvases in order, at least one.
    public let canvases: [ManifestCanvas]

    /// True when a limit has left out further canvases.
    public let isCut: Bool

    /// The JSON-LD context. It is also the profile of the media type.
    public static let context = "http://iiif.io/api/presentation/3/context.json"

    /// Creates a manifest.
    public init(id: String, label: String, sidecar: Sidecar?, behavior: Behavior, canvases: [ManifestCanvas], isCut: Bool) {
        precondition(!canvases.isEmpty, "a manifest has at least one canvas")
        self.id = id
        self.label = label
        self.sidecar = sidecar
        self.behavior = behavior
        self.canvases = canvases
        self.isCut = isCut
    }

    /// The document as JSON.
    public func json() -> [UInt8] {
        JSONWriter.object { json in
            json.field("@context", Self.context)
            json.field("id", id)
            json.field("type", "Manifest")
            json.texts(sidecar, label: label, note: isCut ? "There are more than these \(canvases.count), which are the first." : nil)
            json.array("behavior") { $0.value(behavior.rawValue) }
            canvases[0].writeThumbnail(&json)
            json.array("items") { json in
                for canvas in canvases { json.object(canvas.write) }
            }
        }
    }
}

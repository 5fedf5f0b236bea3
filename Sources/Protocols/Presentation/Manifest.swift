// Manifest: what IIIF viewers such as Mirador and Universal Viewer open (Presentation API 3.0, https://iiif.io/api/presentation/3.0/).

/// Writes a manifest: the pages of one file, or the images of a folder.
public struct Manifest: Sendable {
    /// How a viewer may lay out the canvases.
    public enum Behavior: String, Sendable {
        /// Each for itself.
        case individuals
        /// As the pages of a book, of which two lie side by side.
        case paged
    }

    /// The manifest's own URL.
    public let id: String
    /// What it is called where its sidecar does not say.
    public let label: String
    /// What is said of the file or folder as a whole.
    public let sidecar: Sidecar?
    public let behavior: Behavior

    /// At least one, in their order.
    public let canvases: [ManifestCanvas]

    /// Whether there are more, which a limit has left out.
    public let isCut: Bool

    /// The JSON-LD context, which is also the profile of the media type.
    public static let context = "http://iiif.io/api/presentation/3/context.json"

    public init(id: String, label: String, sidecar: Sidecar?, behavior: Behavior, canvases: [ManifestCanvas], isCut: Bool) {
        precondition(!canvases.isEmpty, "a manifest has at least one canvas")
        self.id = id
        self.label = label
        self.sidecar = sidecar
        self.behavior = behavior
        self.canvases = canvases
        self.isCut = isCut
    }

    /// The document's bytes.
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

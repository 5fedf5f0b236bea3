// ManifestCanvas: an image in a manifest, as a canvas of the image's size.

public import Geometry

/// A canvas of a manifest.
public struct ManifestCanvas: Sendable {
    /// The URLs of the image. They must be absolute.
    public let links: ImageLinks
    /// The label when the sidecar has none.
    public let label: String
    /// The publisher's metadata about this image alone.
    public let sidecar: Sidecar?
    /// The grid of the image.
    public let grid: PyramidGrid
    /// The most pixels of a picture that the server delivers.
    public let maxArea: Int

    /// Creates a canvas.
    public init(links: ImageLinks, label: String, sidecar: Sidecar? = nil, grid: PyramidGrid, maxArea: Int) {
        self.links = links
        self.label = label
        self.sidecar = sidecar
        self.grid = grid
        self.maxArea = maxArea
    }

    /// The longest side, in pixels, of the picture for viewers that do not request tiles.
    private static let pictureSide = 2_048

    /// The size of the picture: the largest level within the limits, since a level costs little to deliver.
    private var picture: PixelSize {
        let sizes = (0..<grid.levelCount).map(grid.size(ofLevel:))
        return sizes.last { $0.longerSide <= Self.pictureSide && $0.area <= maxArea } ?? sizes[0]
    }

    /// The URI of the canvas. It cannot be fetched. It is the same in every manifest that contains the image.
    private var id: String { "\(links.iiif(.v3))/canvas" }

    /// Writes the fields of the canvas.
    func write(_ json: inout JSONWriter) {
        json.field("id", id)
        json.field("type", "Canvas")
        json.texts(sidecar, label: label)
        json.field("width", grid.size.width)
        json.field("height", grid.size.height)
        writeThumbnail(&json)
        json.array("items") { json in
            json.object { json in
                json.field("id", "\(id)/page")
                json.field("type", "AnnotationPage")
                json.array("items") { json in json.object(writePainting) }
            }
        }
    }

    /// Writes the field "thumbnail". It has no service, since viewers would request other sizes from it. A thumbnail of this size does not
    /// start the build of a pyramid, so a viewer may show a thousand of them.
    func writeThumbnail(_ json: inout JSONWriter) {
        json.array("thumbnail") { json in
            json.object { json in
                json.field("id", links.thumbnail)
                json.field("type", "Image")
                json.field("format", ImageFormat.jpg.mediaType)
            }
        }
    }

    private func writePainting(_ json: inout JSONWriter) {
        let picture = picture
        json.field("id", "\(id)/page/painting")
        json.field("type", "Annotation")
        json.field("motivation", "painting")
        json.object("body") { json in
            json.field("id", links.picture(picture == grid.size ? nil : picture))
            json.field("type", "Image")
            json.field("format", ImageFormat.jpg.mediaType)
            json.field("width", picture.width)
            json.field("height", picture.height)
            json.array("service") { json in
                json.object { json in
                    json.field("id", links.iiif(.v3))
                    json.field("type", IIIFInformation.serviceType)
                    json.field("profile", IIIFInformation.profile)
                }
            }
        }
        json.field("target", id)
    }
}

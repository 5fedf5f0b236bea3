// ManifestCanvas: one image in a manifest, as a canvas of its size that the image is painted on.

public import Geometry

/// A canvas of a manifest.
public struct ManifestCanvas: Sendable {
    /// With absolute URLs.
    public let links: ImageLinks
    /// What it is called where its sidecar does not say.
    public let label: String
    /// What is said of this image alone.
    public let sidecar: Sidecar?
    public let grid: PyramidGrid
    /// Pixels of a picture, at most.
    public let maxArea: Int

    public init(links: ImageLinks, label: String, sidecar: Sidecar? = nil, grid: PyramidGrid, maxArea: Int) {
        self.links = links
        self.label = label
        self.sidecar = sidecar
        self.grid = grid
        self.maxArea = maxArea
    }

    /// Pixels on the longer side, at most, of the picture that viewers show who do not ask the image service for tiles.
    private static let pictureSide = 2_048

    /// A level of the grid, which costs little to make: the greatest that is not too large.
    private var picture: PixelSize {
        let sizes = (0..<grid.levelCount).map(grid.size(ofLevel:))
        return sizes.last { $0.longerSide <= Self.pictureSide && $0.area <= maxArea } ?? sizes[0]
    }

    /// The canvas's name, which leads nowhere: the same in every manifest that the image is part of.
    private var id: String { "\(links.iiif(.v3))/canvas" }

    /// Writes the canvas's fields.
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

    /// Writes the array "thumbnail". Without a service, which viewers would ask for other sizes instead: a picture of this one starts no
    /// pyramid, so that a viewer may show the thumbnails of a thousand canvases.
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

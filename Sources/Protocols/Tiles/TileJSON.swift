// TileJSON: the description of an image's tiles for map clients (TileJSON 3.0.0, https://github.com/mapbox/tilejson-spec).

public import Geometry
private import Glibc

/// A TileJSON document. TileJSON describes tiles of the earth, so the image gets a place on it: level 0 is the tile of the whole world, and
/// the image is in its upper left corner. Clients then place the tiles by their numbers.
public struct TileJSON: Sendable {
    /// The URLs of the image. The specification wants them absolute.
    public let links: ImageLinks
    /// The grid of the image.
    public let grid: PyramidGrid

    /// Creates a document.
    public init(links: ImageLinks, grid: PyramidGrid) {
        self.links = links
        self.grid = grid
    }

    /// The document as JSON. Four keys are not in the specification, but some clients or pages read them: `tileSize`, `format`, and the
    /// image's `width` and `height` in pixels.
    public func json() -> [UInt8] {
        let (width, height) = (grid.size.width, grid.size.height)
        return JSONWriter.object { json in
            json.field("tilejson", "3.0.0")
            json.field("name", links.identifier.path)
            json.array("tiles") { $0.value(links.xyzTiles) }
            json.field("scheme", "xyz")
            // The schema requires the field, although picture tiles have no vector layers.
            json.array("vector_layers") { _ in }
            json.field("minzoom", 0)
            json.field("maxzoom", grid.levelCount - 1)
            json.array("bounds") { json in
                json.value(-180.0)
                json.value(latitude(ofRow: height))
                json.value(longitude(ofColumn: width))
                json.value(latitude(ofRow: 0))
            }
            json.array("center") { json in
                json.value(longitude(ofColumn: width / 2))
                json.value(latitude(ofRow: height / 2))
                json.value(0)
            }
            json.field("tileSize", grid.tileSize)
            json.field("format", links.tileFormat.fileExtension)
            json.field("width", width)
            json.field("height", height)
        }
    }

    /// The side of the world's square in image pixels.
    private var world: Double { Double(grid.tileSize * grid.scaleFactor(ofLevel: 0)) }

    /// The longitude in degrees.
    private func longitude(ofColumn x: Int) -> Double { Double(x) / world * 360 - 180 }

    /// The latitude in degrees by the spherical Mercator projection, which the specification implies.
    private func latitude(ofRow y: Int) -> Double { atan(sinh(.pi * (1 - 2 * Double(y) / world))) * 180 / .pi }
}

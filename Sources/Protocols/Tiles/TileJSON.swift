// TileJSON: what map clients read of tiles before they ask for them (TileJSON 3.0.0, https://github.com/mapbox/tilejson-spec).

public import Geometry
private import Glibc

/// Writes a TileJSON document. A flat image has no place on the earth, but TileJSON knows of no other: so that clients lay the tiles where
/// their numbers say, level 0 is taken for the tile of the whole world, and the image lies in its upper left corner.
public struct TileJSON: Sendable {
    /// With absolute URLs, as the specification wants.
    public let links: ImageLinks
    public let grid: PyramidGrid

    public init(links: ImageLinks, grid: PyramidGrid) {
        self.links = links
        self.grid = grid
    }

    /// The document's bytes. Keys that the specification lacks, and whose meaning clients or pages know: `tileSize`, `format`, and the
    /// image's `width` and `height` in pixels.
    public func json() -> [UInt8] {
        let (width, height) = (grid.size.width, grid.size.height)
        return JSONWriter.object { json in
            json.field("tilejson", "3.0.0")
            json.field("name", links.identifier.path)
            json.array("tiles") { $0.value(links.xyzTiles) }
            json.field("scheme", "xyz")
            // The schema wants it, though tiles that are pictures have none.
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

    /// The side of the world's square in pixels of the image.
    private var world: Double { Double(grid.tileSize * grid.scaleFactor(ofLevel: 0)) }

    private func longitude(ofColumn x: Int) -> Double { Double(x) / world * 360 - 180 }

    /// By the projection that the specification takes for granted, the spherical Mercator.
    private func latitude(ofRow y: Int) -> Double { atan(sinh(.pi * (1 - 2 * Double(y) / world))) * 180 / .pi }
}

// ViewportPlan: the answer to a viewport request, with which a client can draw without computing anything.

public import Geometry

/// Writes a viewport and its tiles as JSON.
public enum ViewportPlan {
    /// The plan as JSON.
    /// - Parameters:
    ///   - grid: the grid of the viewport's image.
    ///   - links: the URLs of the image.
    ///   - more: writes further fields in front of those of the plan.
    public static func json(
        _ viewport: Viewport, grid: PyramidGrid, links: ImageLinks, more: (inout JSONWriter) -> Void = { _ in }
    ) -> [UInt8] {
        JSONWriter.object { json in
            more(&json)
            json.object("image") { json in
                json.field("id", links.identifier.path)
                json.field("width", viewport.image.width)
                json.field("height", viewport.image.height)
            }
            json.object("view") { json in
                json.field("width", viewport.view.width)
                json.field("height", viewport.view.height)
                json.field("dpr", viewport.dpr)
            }
            json.field("scale", viewport.scale)
            json.object("anchor") { json in json.fields(viewport.anchor) }
            json.object("offset") { json in json.fields(viewport.offset) }
            json.field("zoom", viewport.zoom)
            json.object("scales") { json in
                json.field("min", viewport.scales.min)
                json.field("ideal", viewport.scales.ideal)
                json.field("max", viewport.scales.max)
            }
            json.object("frame") { json in json.fields(viewport.frame) }
            json.object("region") { json in json.fields(viewport.region) }
            json.field("level", viewport.level(in: grid))
            json.field("tileSize", grid.tileSize)
            json.array("tiles") { json in
                for tile in viewport.tiles(in: grid) { json.object { json in write(tile, links, &json) } }
            }
        }
    }

    private static func write(_ tile: PlacedTile, _ links: ImageLinks, _ json: inout JSONWriter) {
        json.field("level", tile.address.level)
        json.field("column", tile.address.column)
        json.field("row", tile.address.row)
        json.fields(tile.place)
        json.field("url", links.tile(tile.address))
    }
}

extension JSONWriter {
    /// Writes the coordinates of a point as fields.
    mutating func fields(_ point: Point) {
        field("x", point.x)
        field("y", point.y)
    }

    /// Writes the position and size of a rectangle as fields.
    mutating func fields(_ rect: Rect) {
        field("x", rect.x)
        field("y", rect.y)
        field("width", rect.width)
        field("height", rect.height)
    }
}

// ViewportPlan: the answer to a viewport request, from which a client can draw without any arithmetic of its own.

public import Geometry

/// Writes a viewport and the tiles it needs as JSON.
public enum ViewportPlan {
    /// The plan's bytes. `grid` must be of the viewport's image.
    public static func json(_ viewport: Viewport, grid: PyramidGrid, links: ImageLinks) -> [UInt8] {
        JSONWriter.object { json in
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
            json.object("anchor") { json in write(viewport.anchor, &json) }
            json.object("offset") { json in write(viewport.offset, &json) }
            json.field("zoom", viewport.zoom)
            json.object("scales") { json in
                json.field("min", viewport.scales.min)
                json.field("ideal", viewport.scales.ideal)
                json.field("max", viewport.scales.max)
            }
            json.object("frame") { json in write(viewport.frame, &json) }
            json.object("region") { json in write(viewport.region, &json) }
            json.field("level", viewport.level(in: grid))
            json.field("tileSize", grid.tileSize)
            json.array("tiles") { json in
                for tile in viewport.tiles(in: grid) { json.object { json in write(tile, links, &json) } }
            }
        }
    }

    private static func write(_ point: Point, _ json: inout JSONWriter) {
        json.field("x", point.x)
        json.field("y", point.y)
    }

    private static func write(_ rect: Rect, _ json: inout JSONWriter) {
        json.field("x", rect.x)
        json.field("y", rect.y)
        json.field("width", rect.width)
        json.field("height", rect.height)
    }

    private static func write(_ tile: PlacedTile, _ links: ImageLinks, _ json: inout JSONWriter) {
        json.field("level", tile.address.level)
        json.field("column", tile.address.column)
        json.field("row", tile.address.row)
        write(tile.place, &json)
        json.field("url", links.tile(tile.address))
    }
}

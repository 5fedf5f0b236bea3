// The properties of an image in JSON, for programs.

private import Geometry
private import Imaging
private import Protocols

extension ImageInspection {
    /// One JSON object.
    func json() -> [UInt8] {
        JSONWriter.object { json in
            json.field("image", source)
            json.field("format", image.format)
            json.field("bytes", byteCount)
            json.field("width", image.size.width)
            json.field("height", image.size.height)
            json.field("megapixels", megapixels)
            json.field("pages", image.pages)
            json.field("page", image.page + 1)
            json.field("bands", image.bands)
            json.field("bitsPerBand", image.bitsPerBand)
            json.field("interpretation", image.interpretation)
            json.field("hasProfile", image.hasProfile)
            json.field("hasAlpha", image.hasAlpha)
            json.field("isInStandardColour", image.isInStandardColour)
            json.field("orientation", image.orientation)
            json.field("isProgressive", image.isProgressive)
            json.field("decodeBytes", image.decodeBytes)
            json.field("tileSize", tileSize)
            json.key("storedTileSize")
            if let stored = image.sourceTileSize { json.object { ImageInspection.write(stored, &$0) } } else { json.null() }
            json.field("isNative", isNative)
            json.array("levels") { json in
                for level in levels { json.object { write(level, &$0) } }
            }
        }
    }

    private func write(_ level: Level, _ json: inout JSONWriter) {
        json.field("level", level.level)
        ImageInspection.write(level.size, &json)
        json.field("columns", level.columns)
        json.field("rows", level.rows)
        switch level.origin {
        case .pyramid:
            json.key("storedLevel")
            json.null()
            json.field("passesThrough", false)
        case .file(let size, let reason):
            json.object("storedLevel") { ImageInspection.write(size, &$0) }
            json.field("passesThrough", reason == nil)
            if let reason { json.field("reason", reason) }
        }
    }

    private static func write(_ size: PixelSize, _ json: inout JSONWriter) {
        json.field("width", size.width)
        json.field("height", size.height)
    }
}

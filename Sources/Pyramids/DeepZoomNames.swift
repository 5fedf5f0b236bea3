// DeepZoomNames: what the files of a DeepZoom tree in a zip are called, and what its two descriptions say.

internal import Geometry

/// Names and descriptions of an SZI (a DeepZoom tree in a stored zip) as `vips dzsave` gives them.
struct DeepZoomNames: Sendable {
    /// The flags of all the names in the zip.
    let flags: UInt16
    /// `NAME/NAME.dzi`.
    let descriptor: [UInt8]
    /// `NAME/scan-properties.xml`.
    let properties: [UInt8]
    /// `NAME/NAME_files/`.
    private let tiles: [UInt8]
    /// With its dot.
    private let fileExtension: [UInt8]

    /// - Parameter name: of the tree; without a slash.
    init(_ name: String, format: ImageFormat) {
        let name = Array(name.utf8)
        precondition(!name.isEmpty && name.count < 10_000 && !name.contains(UInt8(ascii: "/")), "a tree's name is one component of a path")
        flags = ZipRecords.flags(for: name)
        let folder = name + [UInt8(ascii: "/")]
        descriptor = folder + name + Array(".dzi".utf8)
        properties = folder + Array("scan-properties.xml".utf8)
        tiles = folder + name + Array("_files/".utf8)
        fileExtension = Array(".\(format.fileExtension)".utf8)
    }

    /// Bytes of the longest name of a tile.
    var longest: Int { tiles.count + 3 * 20 + fileExtension.count }

    /// Writes the name of a tile, given by DeepZoom's level number, at the end of an array.
    func append(_ tile: TileAddress, to bytes: inout [UInt8]) {
        bytes += tiles
        DeepZoomNames.append(tile.level, to: &bytes)
        bytes.append(UInt8(ascii: "/"))
        DeepZoomNames.append(tile.column, to: &bytes)
        bytes.append(UInt8(ascii: "_"))
        DeepZoomNames.append(tile.row, to: &bytes)
        bytes += fileExtension
    }

    private static func append(_ number: Int, to bytes: inout [UInt8]) {
        var divisor = 1
        while number / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(number / divisor % 10))
            divisor /= 10
        }
    }

    /// The .dzi, of the schema that its namespace names.
    static func descriptor(of grid: PyramidGrid, format: ImageFormat) -> [UInt8] {
        Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <Image xmlns="http://schemas.microsoft.com/deepzoom/2008"
              Format="\(format.fileExtension)"
              Overlap="0"
              TileSize="\(grid.tileSize)"
              >
              <Size
                Height="\(grid.size.height)"
                Width="\(grid.size.width)"
              />
            </Image>

            """.utf8)
    }

    /// The scan-properties.xml that readers of SZI look for. It says nothing of when it was written: the same source has the same bytes.
    static func properties(of grid: PyramidGrid) -> [UInt8] {
        Array(
            """
            <?xml version="1.0"?>
            <image xmlns="http://www.pathozoom.com/szi" version="1.0">
              <properties>
                <property>
                  <name>ImageWidth</name>
                  <value type="gint">\(grid.size.width)</value>
                </property>
                <property>
                  <name>ImageHeight</name>
                  <value type="gint">\(grid.size.height)</value>
                </property>
              </properties>
            </image>

            """.utf8)
    }
}

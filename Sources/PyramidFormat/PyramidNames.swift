// PyramidNames: the names of the entries of a pyramid file, and the contents of its description.

public import Geometry
internal import Protocols

/// Names of the entries of an SZI (a DeepZoom tree in a stored zip), as `vips dzsave` gives them.
public struct PyramidNames: Sendable {
    /// The zip flags of all names.
    public let flags: UInt16
    /// `NAME/NAME.dzi`.
    public let descriptor: [UInt8]
    /// `NAME/scan-properties.xml`.
    public let properties: [UInt8]
    /// `NAME/NAME_files/`.
    private let tiles: [UInt8]
    /// With its dot.
    private let fileExtension: [UInt8]

    /// - Parameters:
    ///   - name: of the tree: 1 to 9,999 bytes without a slash.
    ///   - format: of all tiles.
    public init(_ name: String, format: ImageFormat) {
        let name = Array(name.utf8)
        precondition(!name.isEmpty && name.count < 10_000 && !name.contains(UInt8(ascii: "/")), "a tree's name is one component of a path")
        flags = ZipRecords.flags(for: name)
        let folder = name + [UInt8(ascii: "/")]
        descriptor = folder + name + Array(".dzi".utf8)
        properties = folder + Array("scan-properties.xml".utf8)
        tiles = folder + name + Array("_files/".utf8)
        fileExtension = Array(".\(format.fileExtension)".utf8)
    }

    /// Bytes of the longest name that a tile can have.
    public var longest: Int { tiles.count + 3 * 20 + fileExtension.count }

    /// Appends the name of a tile to an array.
    /// - Parameter tile: with DeepZoom's level number.
    public func append(_ tile: TileAddress, to bytes: inout [UInt8]) {
        bytes += tiles
        DeepZoomTile.append(tile, to: &bytes)
        bytes += fileExtension
    }

    /// The scan-properties.xml that readers of SZI look for. It holds no time of writing, so that the same source gives the same bytes.
    public static func properties(of grid: PyramidGrid) -> [UInt8] {
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

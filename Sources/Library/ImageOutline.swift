// ImageOutline: the properties of an image that its URLs depend on.

public import Geometry

/// An image of a group, whose own header may not have been read.
public struct ImageOutline: Sendable {
    /// See `ImageRecord.identifier`.
    public let identifier: String
    /// From 0.
    public let page: Int
    public let grid: PyramidGrid
    public let version: ImageVersion
}

extension ImageOutline {
    init(_ record: ImageRecord) {
        self.init(identifier: record.identifier, page: record.page, grid: record.grid, version: record.version)
    }
}

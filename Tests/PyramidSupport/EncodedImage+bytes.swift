// The bytes of encoded images, as the tests compare them.

@testable import Caching

extension EncodedImage {
    /// An image with fields that no test looks at.
    public init(head: [UInt8], body: [UInt8]) {
        self.init(fields: ImageFields(format: .jpg, entityTag: "\"a\"", lastModified: 0), head: head, body: body)
    }

    /// Header lines and image.
    public var wire: [UInt8] { withWire { wire in wire.indices.map { wire[$0] } } }

    /// The image alone.
    public var body: [UInt8] { bytes(0..<bodyCount) }
}

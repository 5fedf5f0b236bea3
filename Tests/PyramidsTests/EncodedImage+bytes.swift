// The bytes of encoded images, as the tests compare them.

import Pyramids

extension EncodedImage {
    /// An image with fields that no test looks at.
    init(head: [UInt8], body: [UInt8]) {
        self.init(fields: ImageFields(format: .jpg, entityTag: "\"a\"", lastModified: 0), head: head, body: body)
    }

    /// Header lines and image.
    var wire: [UInt8] { withWire { wire in wire.indices.map { wire[$0] } } }

    /// The image alone.
    var body: [UInt8] { bytes(0..<bodyCount) }
}

// The bytes of encoded images, as the tests compare them.

@testable import Caching

extension EncodedImage {
    /// Header lines and image.
    public var wire: [UInt8] { withWire { wire in wire.indices.map { wire[$0] } } }

    /// The image alone.
    public var body: [UInt8] { bytes(0..<bodyCount) }
}

// Encoded bytes that are ready to be sent.

/// A tile or other image as it goes over the wire: header lines, written once by whoever sends it, and the encoded bytes, in one array.
public final class EncodedImage: Sendable {
    /// `headCount` bytes of header lines, then the encoded image.
    public let wire: [UInt8]
    public let headCount: Int

    public init(wire: [UInt8], headCount: Int) {
        self.wire = wire
        self.headCount = headCount
    }

    /// The encoded image alone.
    public var body: ArraySlice<UInt8> { wire[headCount...] }
}

// SharedViewport: what those who follow a session are told.

public import Geometry

/// The part of an image that a session's leader looks at, whatever the size of screens.
public struct SharedViewport: Hashable, Sendable {
    /// Above that of whatever was told before.
    public let sequence: Int

    /// In image pixels.
    public let region: Rect

    public init(sequence: Int, region: Rect) {
        self.sequence = sequence
        self.region = region
    }

    /// The JSON text.
    public func json() -> [UInt8] {
        JSONWriter.object { json in
            json.field("sequence", sequence)
            json.object("region") { json in json.fields(region) }
        }
    }
}

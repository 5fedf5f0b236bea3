// SharedViewport: the event that the followers of a session receive.

public import Geometry

/// The region that the leader of a session views. It does not depend on the size of the view.
public struct SharedViewport: Hashable, Sendable {
    /// The number of the event, greater than those of all earlier events of the session.
    public let sequence: Int

    /// The visible region in image pixels.
    public let region: Rect

    /// Creates an event.
    public init(sequence: Int, region: Rect) {
        self.sequence = sequence
        self.region = region
    }

    /// The event's data as JSON.
    public func json() -> [UInt8] {
        JSONWriter.object { json in
            json.field("sequence", sequence)
            json.object("region") { json in json.fields(region) }
        }
    }
}

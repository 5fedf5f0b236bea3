// Build events in JSON, for programs.

private import Geometry
private import Protocols

extension BuildEvent {
    /// One JSON object without a line break; nil for an event that is only of interest to people.
    func json() -> [UInt8]? {
        switch self {
        case .planned: nil
        case .progress(let image, _, let share):
            JSONWriter.object { json in
                json.field("event", "progress")
                json.field("image", image)
                json.field("share", (share * 1_000).rounded(.down) / 1_000)
            }
        case .done(let image, let pyramid):
            JSONWriter.object { json in
                json.field("event", "done")
                json.field("image", image)
                json.field("file", pyramid.file)
                json.field("width", pyramid.size.width)
                json.field("height", pyramid.size.height)
                json.field("tiles", pyramid.tiles)
                json.field("bytes", pyramid.bytes)
                json.field("seconds", (pyramid.seconds * 1_000).rounded() / 1_000)
            }
        case .skipped(let image, let skip): BuildEvent.json("skipped", image, reason: skip.rawValue)
        case .failed(let image, let reason): BuildEvent.json("failed", image, reason: reason)
        }
    }

    private static func json(_ event: String, _ image: String, reason: String) -> [UInt8] {
        JSONWriter.object { json in
            json.field("event", event)
            json.field("image", image)
            json.field("reason", reason)
        }
    }
}

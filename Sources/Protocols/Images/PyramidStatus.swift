// PyramidStatus: the status of an image's pyramid, as the answers of the server report it.

/// The status of the pyramid of an image.
public enum PyramidStatus: Hashable, Sendable {
    /// The image file itself contains levels and tiles.
    case native
    /// There is no pyramid. The first request for a tile starts the build.
    case none
    /// The pyramid is being built. The value is the finished part, from 0 to 1.
    case building(Double)
    /// The pyramid is complete.
    case ready
    /// The build failed. The reason is in words, if it is known.
    case failed(reason: String?)

    /// True when every tile is available without building.
    public var hasAllTiles: Bool {
        switch self {
        case .native, .ready: true
        case .none, .building, .failed: false
        }
    }

    private var state: String {
        switch self {
        case .native: "native"
        case .none: "none"
        case .building: "building"
        case .ready: "ready"
        case .failed: "failed"
        }
    }

    /// Rounded down to thousandths.
    private var progress: Double {
        switch self {
        case .native, .ready: 1
        case .none, .failed: 0
        case .building(let part): (part * 1_000).rounded(.down) / 1_000
        }
    }

    /// The status as a JSON object.
    public func json() -> [UInt8] { JSONWriter.object { write(&$0) } }

    /// Writes the fields of the status.
    func write(_ json: inout JSONWriter) {
        json.field("state", state)
        json.field("progress", progress)
        if case .failed(let reason?) = self { json.field("reason", reason) }
    }
}

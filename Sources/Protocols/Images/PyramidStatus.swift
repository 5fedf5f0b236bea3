// PyramidStatus: what the server says of an image's pyramid, wherever it says it.

/// How far the pyramid of an image is.
public enum PyramidStatus: Hashable, Sendable {
    /// The file itself holds its levels and tiles.
    case native
    /// Not begun: the first request for a tile begins it.
    case none
    /// Being built; the part that is done, from 0 to 1.
    case building(Double)
    case ready
    /// It cannot be built; why, for people, where that is known.
    case failed(reason: String?)

    /// Whether every tile is there to be asked for.
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

    /// In thousandths: finer steps tell nobody anything.
    private var progress: Double {
        switch self {
        case .native, .ready: 1
        case .none, .failed: 0
        case .building(let part): (part * 1_000).rounded(.down) / 1_000
        }
    }

    /// The status as a text of its own.
    public func json() -> [UInt8] { JSONWriter.object { write(&$0) } }

    /// Writes the fields of the status.
    func write(_ json: inout JSONWriter) {
        json.field("state", state)
        json.field("progress", progress)
        if case .failed(let reason?) = self { json.field("reason", reason) }
    }
}

// The state of a pyramid in the tile service, as the status that clients read.

internal import Building
internal import Protocols

extension PyramidStatus {
    init(_ state: PyramidState) {
        switch state {
        case .native: self = .native
        case .none: self = .none
        case .building(let progress): self = .building(progress)
        case .ready: self = .ready
        case .failed: self = .failed(reason: nil)
        }
    }

    init(_ event: PyramidEvent) {
        switch event {
        case .none: self = .none
        case .progress(let share): self = .building(share)
        case .ready: self = .ready
        case .failed(let error): self = .failed(reason: Problem(error).detail)
        }
    }
}

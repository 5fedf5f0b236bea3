// PyramidListeners: who wants to hear how far builds are.

internal import Library
private import Synchronization

/// What becomes of a pyramid.
public enum PyramidEvent: Sendable {
    /// None is being built, or not any more. Should a build begin later, that is told, too.
    case none
    /// It is being built; the share that is done, from 0 to 1.
    case progress(Double)
    /// It is there. Nothing follows.
    case ready
    /// It cannot be built. Nothing follows.
    case failed(TileError)

    fileprivate var isEnd: Bool {
        switch self {
        case .none, .progress: false
        case .ready, .failed: true
        }
    }
}

/// Listeners by the version that they listen to. Any thread. They are called under a lock, so that what they hear is in order: they pass it
/// on and come back, and neither wait nor call in here.
public final class PyramidListeners: Sendable {
    public typealias Listener = @Sendable (PyramidEvent) -> Void

    private struct Entry {
        let listener: Listener
        var hasHeard = false
    }

    private struct State {
        var entries: [ImageVersion: [Int: Entry]] = [:]
        var nextNumber = 0
    }

    private let state = Mutex(State())

    /// Adds a listener until it is removed or has heard the end.
    func add(_ version: ImageVersion, _ listener: @escaping Listener) -> Int {
        state.withLock { state in
            let number = state.nextNumber
            state.nextNumber += 1
            state.entries[version, default: [:]][number] = Entry(listener: listener)
            return number
        }
    }

    /// Removes a listener: it is told no more.
    func remove(_ version: ImageVersion, _ number: Int) {
        state.withLock { state in
            state.entries[version]?[number] = nil
            if state.entries[version]?.isEmpty == true { state.entries[version] = nil }
        }
    }

    /// Tells all listeners of a version. Those who hear an end are let go.
    func tell(_ version: ImageVersion, _ event: PyramidEvent) {
        state.withLock { state in
            for number in (state.entries[version] ?? [:]).keys {
                state.entries[version]?[number]?.hasHeard = true
                state.entries[version]?[number]?.listener(event)
            }
            if event.isEnd { state.entries[version] = nil }
        }
    }

    /// Tells one listener what was known when it was added, unless it has heard something by now, which is newer.
    func tell(_ version: ImageVersion, first number: Int, _ event: PyramidEvent) {
        state.withLock { state in
            guard let entry = state.entries[version]?[number], !entry.hasHeard else { return }
            state.entries[version]?[number]?.hasHeard = true
            entry.listener(event)
            if event.isEnd { state.entries[version]?[number] = nil }
            if state.entries[version]?.isEmpty == true { state.entries[version] = nil }
        }
    }
}

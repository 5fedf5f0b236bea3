// PyramidListeners: the listeners to the progress of builds.

internal import Library
private import Synchronization

/// What becomes of a pyramid.
public enum PyramidEvent: Sendable {
    /// No build runs or waits. If a build begins later, its events follow.
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

/// Listeners by version. Any thread. Listeners are called under a lock, so that events arrive in order. A listener must only pass the event
/// on: it must not wait, and must not call this object.
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

    /// Removes a listener, which receives no more events.
    func remove(_ version: ImageVersion, _ number: Int) {
        state.withLock { state in
            state.entries[version]?[number] = nil
            if state.entries[version]?.isEmpty == true { state.entries[version] = nil }
        }
    }

    /// Sends an event to all listeners of a version. After the last event they are removed.
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

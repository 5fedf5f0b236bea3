// PyramidListeners: who wants to hear how far builds are.

internal import Library
private import Synchronization

/// What becomes of a pyramid.
public enum PyramidEvent: Sendable {
    /// It is being built; the share that is done, from 0 to 1.
    case progress(Double)
    /// It is there. Nothing follows.
    case ready
    /// It cannot be built. Nothing follows.
    case failed(TileError)
}

/// Listeners by the version that they listen to. Any thread.
final class PyramidListeners: Sendable {
    typealias Listener = @Sendable (PyramidEvent) -> Void

    private struct State {
        var listeners: [ImageVersion: [Int: Listener]] = [:]
        var nextNumber = 0
    }

    private let state = Mutex(State())

    /// Adds a listener until it is removed or has heard the end.
    func add(_ version: ImageVersion, _ listener: @escaping Listener) -> Int {
        state.withLock { state in
            let number = state.nextNumber
            state.nextNumber += 1
            state.listeners[version, default: [:]][number] = listener
            return number
        }
    }

    /// Removes a listener.
    /// - Returns: it, if it was still there: whoever gets it is the only one who may tell it more.
    func remove(_ version: ImageVersion, _ number: Int) -> Listener? {
        state.withLock { state in
            let listener = state.listeners[version]?.removeValue(forKey: number)
            if state.listeners[version]?.isEmpty == true { state.listeners[version] = nil }
            return listener
        }
    }

    /// Tells all listeners of a version. Those who hear an end are let go.
    func tell(_ version: ImageVersion, _ event: PyramidEvent) {
        let listeners = state.withLock { state in
            if case .progress = event { return state.listeners[version] }
            return state.listeners.removeValue(forKey: version)
        }
        for listener in (listeners ?? [:]).values { listener(event) }
    }
}

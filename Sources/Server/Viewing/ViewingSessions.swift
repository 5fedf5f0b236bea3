// ViewingSessions: all sessions that pages have opened, by image and name.

internal import Protocols
private import Synchronization

/// Sessions in memory, bounded. Any thread.
final class ViewingSessions: Sendable {
    private struct Key: Hashable {
        let image: ImageIdentifier
        let name: String
    }

    /// Sessions at most; the one that was used longest ago makes room.
    static let limit = 10_000
    /// Milliseconds without use after which a session is forgotten.
    static let lifetime: Int = 30 * 60 * 1_000
    /// Milliseconds between looks for those that are to be forgotten.
    private static let sweepInterval: Int = 60_000

    private struct State {
        var sessions: [Key: ViewingSession] = [:]
        var lastSweep: Int = 0
    }

    private let state = Mutex(State())

    /// The session of a name, a new one where there is none.
    /// - Parameter now: in milliseconds.
    func session(_ name: String, of image: ImageIdentifier, now: Int) -> ViewingSession {
        let (session, ended) = state.withLock { state -> (ViewingSession, [ViewingSession]) in
            let key = Key(image: image, name: name)
            var ended: [ViewingSession] = []
            if now - state.lastSweep >= ViewingSessions.sweepInterval {
                state.lastSweep = now
                for (key, session) in state.sessions where now - session.lastUse(now: now) >= ViewingSessions.lifetime {
                    ended.append(session)
                    state.sessions[key] = nil
                }
            }
            if let session = state.sessions[key] { return (session, ended) }
            if state.sessions.count >= ViewingSessions.limit,
                let oldest = state.sessions.min(by: { $0.value.lastUse(now: now) < $1.value.lastUse(now: now) })
            {
                ended.append(oldest.value)
                state.sessions[oldest.key] = nil
            }
            let session = ViewingSession(now: now)
            state.sessions[key] = session
            return (session, ended)
        }
        for session in ended { session.end() }
        return session
    }

    /// How many there are.
    var count: Int { state.withLock { $0.sessions.count } }
}

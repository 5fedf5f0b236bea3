// ViewingSessions: all sessions that pages have opened, by image and name.

internal import Protocols
private import Synchronization

/// Sessions in memory, bounded. Any thread.
final class ViewingSessions: Sendable {
    fileprivate struct Key: Hashable {
        let image: ImageIdentifier
        let name: String
    }

    /// The most sessions. The session that was used longest ago makes room.
    static let limit = 10_000
    /// Milliseconds without use after which a session is forgotten.
    static let lifetime: Int = 30 * 60 * 1_000
    /// Milliseconds between two searches for sessions to forget.
    fileprivate static let sweepInterval: Int = 60_000

    fileprivate struct State {
        var sessions: [Key: (session: ViewingSession, stamp: Int)] = [:]
        /// The uses of all sessions, in order. Of each session only the last use counts, which has the session's stamp.
        var uses: [(key: Key, stamp: Int)] = []
        /// The first use that was not taken out yet.
        var head = 0
        var stamp = 0
        var lastSweep = 0
    }

    private let state = Mutex(State())

    /// The session of a name; a new one if there is none.
    /// - Parameter now: milliseconds of a monotonic clock.
    func session(_ name: String, of image: ImageIdentifier, now: Int) -> ViewingSession {
        let (session, ended) = state.withLock { state in
            var ended = state.sweep(now: now)
            let key = Key(image: image, name: name)
            if state.sessions[key] == nil, state.sessions.count >= ViewingSessions.limit { state.removeOldest().map { ended.append($0) } }
            return (state.use(key, now: now), ended)
        }
        for session in ended { session.end() }
        return session
    }

    /// The number of sessions.
    var count: Int { state.withLock { $0.sessions.count } }
}

extension ViewingSessions.State {
    fileprivate mutating func use(_ key: ViewingSessions.Key, now: Int) -> ViewingSession {
        let session = sessions[key]?.session ?? ViewingSession(now: now)
        stamp += 1
        sessions[key] = (session, stamp)
        if uses.count >= 4 * ViewingSessions.limit {
            uses = uses[head...].filter { sessions[$0.key]?.stamp == $0.stamp }
            head = 0
        }
        uses.append((key, stamp))
        return session
    }

    /// Takes out the session that was used longest ago.
    fileprivate mutating func removeOldest() -> ViewingSession? {
        while head < uses.count {
            let (key, stamp) = uses[head]
            head += 1
            if sessions[key]?.stamp == stamp { return sessions.removeValue(forKey: key)?.session }
        }
        return nil
    }

    /// Takes out the sessions that were not used for `lifetime`, at most once in `sweepInterval`.
    fileprivate mutating func sweep(now: Int) -> [ViewingSession] {
        guard now - lastSweep >= ViewingSessions.sweepInterval else { return [] }
        lastSweep = now
        let old = sessions.filter { now - $0.value.session.lastUse(now: now) >= ViewingSessions.lifetime }
        for key in old.keys { sessions[key] = nil }
        return old.values.map(\.session)
    }
}

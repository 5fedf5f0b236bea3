// ViewingSession: the pages that look at one image together, the last event of each, and the leader.

internal import Building
internal import Caching
internal import Geometry
internal import Protocols
private import Synchronization

/// One session. Any thread.
final class ViewingSession: Sendable {
    /// The meaning of an event for the session.
    enum Verdict: Equatable {
        /// A later event of the same page has come before: nothing is done.
        case stale(isLeading: Bool)
        /// The session has sent too many events lately.
        case tooMany
        /// The picture will come to rest at this viewport.
        case rests(Viewport, isLeading: Bool)
    }

    /// Receives the leader's viewport; nil at the end of the session. Called under the session's lock on any thread: it must not wait, and
    /// must not call the session.
    typealias Listener = @Sendable (SharedViewport?) -> Void

    fileprivate struct Page {
        var sequence = Int.min
        /// The viewport at which the current gesture began; nil between gestures.
        var start: Viewport?
        /// Tiles that are prefetched for the viewport at which the picture will rest.
        var expected: [TileKey: Expectation] = [:]
        var lastUse: Int
    }

    /// A tile that is being prefetched.
    fileprivate struct Expectation {
        let subscription: Subscription
        let isOver: Flag
    }

    /// A condition that becomes true once.
    fileprivate final class Flag: Sendable {
        private let value = Atomic(false)
        var isRaised: Bool { value.load(ordering: .acquiring) }
        func raise() { value.store(true, ordering: .releasing) }
    }

    fileprivate struct State {
        var pages: [String: Page] = [:]
        var leader: String?
        /// Time of the leader's last event, in milliseconds.
        var leaderHeard: Int = 0
        /// The viewport that was last sent to followers.
        var shared: SharedViewport?
        /// The times at which viewports were sent, the last ones only: as many as are allowed in a second.
        var told: [Int] = []
        var listeners: [Int: Listener] = [:]
        var nextListener = 0
        /// Events that are allowed at this moment. It grows with time.
        var allowance = ViewingSession.burst
        var lastEvent: Int
        var lastUse: Int
        /// True when the session was removed to make room for another.
        var isOver = false
    }

    /// The most pages of one session. The page that was silent longest makes room.
    static let pageLimit = 32
    /// Milliseconds without an event after which a leader loses the lead.
    static let leaderTimeout: Int = 15_000
    /// Viewports of a moving picture that followers receive in a second at most. A page sends as many events, and they may come in a bunch.
    fileprivate static let tellsPerSecond = 15
    /// Events that may come at once: twice as many as a few pages send in a second.
    static let burst = 120.0
    /// Events that are allowed in a second.
    static let perSecond = 120.0

    private let state: Mutex<State>

    /// - Parameter now: milliseconds of a monotonic clock.
    init(now: Int) { state = Mutex(State(lastEvent: now, lastUse: now)) }

    /// Time of the last event or of the last follower, in milliseconds; `now` if there are followers.
    func lastUse(now: Int) -> Int { state.withLock { $0.listeners.isEmpty ? $0.lastUse : now } }

    /// Takes an event of a page, and sends the leader's viewport to followers.
    /// - Parameters:
    ///   - viewport: the viewport that the event describes.
    ///   - now: milliseconds of a monotonic clock.
    func take(_ event: GestureEvent, _ viewport: Viewport, now: Int) -> Verdict {
        state.withLock { state in
            state.lastUse = now
            guard state.takesOne(now: now) else { return .tooMany }
            var page = state.page(event.client, now: now)
            if let sequence = event.sequence {
                // Events overtake each other. The answer to a late event must not tell a leader that it has lost the lead.
                guard sequence > page.sequence else { return .stale(isLeading: state.leader == event.client) }
                page.sequence = sequence
            }
            if event.phase == .began { page.start = viewport }
            let rest = event.rest(of: viewport, start: page.start)
            // A leader sends the viewport from time to time, also during a gesture. Such an event does not end the gesture.
            if event.gesture != .settle, event.phase == .ended || event.phase == .cancelled { page.start = nil }
            state.pages[event.client] = page
            let isLeading = state.leads(event, now: now)
            if isLeading { state.tell((event.isMoving ? viewport : rest).region, isMoving: event.isMoving, now: now) }
            return .rests(rest, isLeading: isLeading)
        }
    }

    // MARK: - Prefetched tiles

    /// Prefetches the tiles that a page will need when its picture rests, and cancels the tiles that it does not need any more.
    /// - Parameters:
    ///   - keys: the tiles to prefetch.
    ///   - needed: the tiles of the viewport that the event describes, and of the viewport where the picture rests.
    ///   - ask: prefetches a tile, and calls `completion` once when the tile is made or given up, perhaps before it returns. It returns
    ///     nil if nothing has to be done.
    func expect(
        _ keys: [TileKey], needed: Set<TileKey>, by event: GestureEvent,
        _ ask: (_ key: TileKey, _ completion: @escaping @Sendable () -> Void) -> Subscription?
    ) {
        let known = state.withLock { Set(($0.pages[event.client]?.expected ?? [:]).keys) }
        var asked: [TileKey: Expectation] = [:]
        for key in keys where !known.contains(key) {
            let isOver = Flag()
            let subscription = ask(key) { [weak self, client = event.client] in
                isOver.raise()
                self?.forget(key, isOver, by: client)
            }
            if let subscription { asked[key] = Expectation(subscription: subscription, isOver: isOver) }
        }
        let given = state.withLock { state -> [Expectation] in
            // If a later event has come meanwhile, its tiles count.
            guard !state.isOver, var page = state.pages[event.client], event.sequence == nil || page.sequence == event.sequence else {
                return Array(asked.values)
            }
            let unneeded = page.expected.filter { !needed.contains($0.key) }
            page.expected = page.expected.filter { needed.contains($0.key) }.merging(asked) { kept, _ in kept }
                .filter { !$0.value.isOver.isRaised }
            state.pages[event.client] = page
            return Array(unneeded.values)
        }
        for expectation in given { expectation.subscription.cancel() }
    }

    /// Forgets a tile that is made or given up.
    private func forget(_ key: TileKey, _ isOver: Flag, by client: String) {
        state.withLock { state in
            if state.pages[client]?.expected[key]?.isOver === isOver { state.pages[client]?.expected[key] = nil }
        }
    }

    /// Cancels all prefetched tiles and ends the streams of followers. A follower that connects again gets a new session.
    func end() {
        let expectations = state.withLock { state in
            state.isOver = true
            for listener in state.listeners.values { listener(nil) }
            state.listeners = [:]
            defer { state.pages = [:] }
            return state.pages.values.flatMap(\.expected.values)
        }
        for expectation in expectations { expectation.subscription.cancel() }
    }

    // MARK: - Followers

    /// Adds a listener. It receives the leader's last viewport at once, and then each change.
    /// - Returns: the listener's number, for `leave`.
    func listen(now: Int, _ listener: @escaping Listener) -> Int {
        state.withLock { state in
            state.lastUse = now
            let number = state.nextListener
            state.nextListener += 1
            guard !state.isOver else {
                listener(nil)
                return number
            }
            state.listeners[number] = listener
            state.shared.map(listener)
            return number
        }
    }

    /// Removes a listener.
    func leave(_ number: Int, now: Int) {
        state.withLock { state in
            state.listeners[number] = nil
            state.lastUse = now
        }
    }
}

extension ViewingSession.State {
    /// True when the session may take one more event now. Counts the event.
    fileprivate mutating func takesOne(now: Int) -> Bool {
        let seconds = Double(now - lastEvent) / 1_000
        allowance = min(ViewingSession.burst, allowance + seconds * ViewingSession.perSecond)
        lastEvent = now
        guard allowance >= 1 else { return false }
        allowance -= 1
        return true
    }

    /// The page of a name; a new one if there is none.
    fileprivate mutating func page(_ client: String, now: Int) -> ViewingSession.Page {
        if pages[client] == nil, pages.count >= ViewingSession.pageLimit,
            let oldest = pages.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            for expectation in oldest.value.expected.values { expectation.subscription.cancel() }
            pages[oldest.key] = nil
        }
        var page = pages[client] ?? ViewingSession.Page(lastUse: now)
        page.lastUse = now
        return page
    }

    /// True when the page of an event leads. The first page that claims the lead has it until it gives it up or falls silent.
    fileprivate mutating func leads(_ event: GestureEvent, now: Int) -> Bool {
        if event.leads == true, leader == nil || leader == event.client || now - leaderHeard >= ViewingSession.leaderTimeout {
            leader = event.client
        } else if event.leads == false, leader == event.client {
            leader = nil
        }
        guard leader == event.client else { return false }
        leaderHeard = now
        return true
    }

    /// Sends a viewport to followers. Some steps of a moving picture are left out; a resting viewport is always sent.
    fileprivate mutating func tell(_ region: Rect, isMoving: Bool, now: Int) {
        let isFull = told.count == ViewingSession.tellsPerSecond
        guard region != shared?.region, !isMoving || !isFull || now - told[0] >= 1_000 else { return }
        if isFull { told.removeFirst() }
        told.append(now)
        let shared = SharedViewport(sequence: (self.shared?.sequence ?? 0) + 1, region: region)
        self.shared = shared
        for listener in listeners.values { listener(shared) }
    }
}

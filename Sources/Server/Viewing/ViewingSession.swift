// ViewingSession: the pages that look at one image together, what each said last, and who leads.

internal import Building
internal import Caching
internal import Geometry
internal import Protocols
private import Synchronization

/// One session. Any thread.
final class ViewingSession: Sendable {
    /// What an event means for the session.
    enum Verdict: Equatable {
        /// A later one of the same page has been here: nothing is done.
        case stale(isLeading: Bool)
        /// There were too many lately.
        case tooMany
        /// The picture comes to rest at this viewport.
        case rests(Viewport, isLeading: Bool)
    }

    /// Hears where the leader looks, under the session's lock: it passes it on, and does not wait. Nil is the end of the session.
    typealias Listener = @Sendable (SharedViewport?) -> Void

    fileprivate struct Page {
        var sequence = Int.min
        /// Where the gesture began that is under way.
        var start: Viewport?
        /// Tiles that are being made for where the picture will rest.
        var expected: [TileKey: Expectation] = [:]
        var lastUse: Int
    }

    /// A tile that is being made ahead.
    fileprivate struct Expectation {
        let subscription: Subscription
        let isOver: Flag
    }

    /// Something that is so from some moment on.
    fileprivate final class Flag: Sendable {
        private let value = Atomic(false)
        var isRaised: Bool { value.load(ordering: .acquiring) }
        func raise() { value.store(true, ordering: .releasing) }
    }

    fileprivate struct State {
        var pages: [String: Page] = [:]
        var leader: String?
        /// When the leader was heard last.
        var leaderHeard: Int = 0
        /// What those who follow were told last.
        var shared: SharedViewport?
        /// When they were told something last, and the times before, as many as may be in a second.
        var told: [Int] = []
        var listeners: [Int: Listener] = [:]
        var nextListener = 0
        /// Events that may come at once; more come back with time.
        var allowance = ViewingSession.burst
        var lastEvent: Int
        var lastUse: Int
        /// Whether the session has made room for another.
        var isOver = false
    }

    /// Pages of one session. The one that was silent longest makes room.
    static let pageLimit = 32
    /// Milliseconds after which a leader who says nothing leads no longer.
    static let leaderTimeout: Int = 15_000
    /// How often followers are told of a picture that moves, in a second. A page tells as often, and what it tells may come in a bunch.
    fileprivate static let tellsPerSecond = 15
    /// Events that may come at once, and how many more come back in a second: twice what one page sends, for a few pages.
    static let burst = 120.0
    static let perSecond = 120.0

    private let state: Mutex<State>

    /// - Parameter now: in milliseconds.
    init(now: Int) { state = Mutex(State(lastEvent: now, lastUse: now)) }

    /// When something was last said or listened to, in milliseconds; `now` while somebody listens.
    func lastUse(now: Int) -> Int { state.withLock { $0.listeners.isEmpty ? $0.lastUse : now } }

    /// Takes an event.
    /// - Parameters:
    ///   - viewport: the one that the event describes.
    ///   - now: in milliseconds.
    func take(_ event: GestureEvent, _ viewport: Viewport, now: Int) -> Verdict {
        state.withLock { state in
            state.lastUse = now
            guard state.takesOne(now: now) else { return .tooMany }
            var page = state.page(event.client, now: now)
            if let sequence = event.sequence {
                // Events overtake each other: a page that leads is not to believe that it has lost that.
                guard sequence > page.sequence else { return .stale(isLeading: state.leader == event.client) }
                page.sequence = sequence
            }
            if event.phase == .began { page.start = viewport }
            let rest = event.rest(of: viewport, start: page.start)
            // One who leads says from time to time where the picture is, also while fingers have it.
            if event.gesture != .settle, event.phase == .ended || event.phase == .cancelled { page.start = nil }
            state.pages[event.client] = page
            let isLeading = state.leads(event, now: now)
            if isLeading { state.tell((event.isMoving ? viewport : rest).region, isMoving: event.isMoving, now: now) }
            return .rests(rest, isLeading: isLeading)
        }
    }

    // MARK: - Tiles that are expected

    /// Has the tiles made that a page will need when its picture rests, and gives up those that it expected before and will not need.
    /// - Parameters:
    ///   - needed: the tiles of the viewport that the event described, and of where it rests.
    ///   - ask: asks for a tile, and is told when there is nothing more to expect of it. Worker threads.
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
            // A later event knows better.
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

    /// A tile was made, or will not be.
    private func forget(_ key: TileKey, _ isOver: Flag, by client: String) {
        state.withLock { state in
            if state.pages[client]?.expected[key]?.isOver === isOver { state.pages[client]?.expected[key] = nil }
        }
    }

    /// Gives up everything that is expected, and sends those away who follow: if they come again, it is to a new session.
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

    // MARK: - Those who follow

    /// Tells a listener where the leader looks: at once what is known, then each change.
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

    func leave(_ number: Int, now: Int) {
        state.withLock { state in
            state.listeners[number] = nil
            state.lastUse = now
        }
    }
}

extension ViewingSession.State {
    /// Whether the session may take one more event now.
    fileprivate mutating func takesOne(now: Int) -> Bool {
        let seconds = Double(now - lastEvent) / 1_000
        allowance = min(ViewingSession.burst, allowance + seconds * ViewingSession.perSecond)
        lastEvent = now
        guard allowance >= 1 else { return false }
        allowance -= 1
        return true
    }

    /// A page of this name, a new one where there is none.
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

    /// Whether the page of an event leads: the first that said so, until it takes that back or falls silent.
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

    /// Tells those who follow. Of a picture that moves not every step is told; where it rests, always.
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

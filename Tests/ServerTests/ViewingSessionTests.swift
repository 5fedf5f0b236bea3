// Sessions: stale events, leaders, followers, and limits.

import Geometry
@testable import Protocols
@testable import Server
import Testing
import TestSupport

@Suite struct ViewingSessionTests {
    private static let image = PixelSize(width: 6_000, height: 4_000)

    private func event(
        _ client: String = "a", _ sequence: Int? = nil, phase: String = "ended", scale: Double = 2, gesture: String = "pan",
        leads: Bool? = nil, more: String = ""
    ) throws -> (GestureEvent, Viewport) {
        var text = #"{"gesture":"\#(gesture)","phase":"\#(phase)","view":{"width":600,"height":400},"scale":\#(scale)"#
        text += #","client":"\#(client)""#
        text += #","anchor":{"x":0.5,"y":0.5},"offset":{"x":0,"y":0}"#
        if let sequence { text += ",\"sequence\":\(sequence)" }
        if let leads { text += ",\"leader\":\(leads)" }
        let event = try GestureEvent(json: Array((text + more + "}").utf8))
        return (event, try event.viewport(of: Self.image))
    }

    private func take(_ session: ViewingSession, _ event: (GestureEvent, Viewport), at now: Int = 0) -> ViewingSession.Verdict {
        session.take(event.0, event.1, now: now)
    }

    private func isAccepted(_ verdict: ViewingSession.Verdict) -> Bool { if case .rests = verdict { true } else { false } }

    /// The viewport at which the picture rests; nil for an event that is refused.
    private func rest(_ verdict: ViewingSession.Verdict) -> Viewport? { if case .rests(let rest, _) = verdict { rest } else { nil } }

    @Test("An event that is not above all earlier ones of its page is stale") func stale() throws {
        let session = ViewingSession(now: 0)
        #expect(isAccepted(take(session, try event("a", 5))))
        #expect(take(session, try event("a", 5)) == .stale(isLeading: false))
        #expect(take(session, try event("a", 4)) == .stale(isLeading: false))
        #expect(isAccepted(take(session, try event("b", 1))), "each page counts for itself, also one that was loaded anew")
        #expect(isAccepted(take(session, try event("a", 6))))
        #expect(isAccepted(take(session, try event("a"))), "who does not count is never late")
    }

    @Test("A late event of the leader does not lose the lead") func whoIsLateLeadsStill() throws {
        let session = ViewingSession(now: 0)
        #expect(isAccepted(take(session, try event("a", 2, leads: true))))
        #expect(take(session, try event("a", 1, leads: true)) == .stale(isLeading: true), "one event has overtaken the other")
        #expect(isAccepted(take(session, try event("b", 2, leads: true))))
        #expect(take(session, try event("b", 1, leads: true)) == .stale(isLeading: false))
    }

    @Test("A temporary gesture comes to rest where it began") func rememberTheBeginning() throws {
        let session = ViewingSession(now: 0)
        _ = take(session, try event("a", 1, phase: "began", scale: 1.5))
        _ = take(session, try event("a", 2, phase: "changed", scale: 3))
        let first = try #require(rest(take(session, try event("a", 3, scale: 3, more: #","mode":"temporary""#))))
        #expect(first.scale == 1.5)
        let later = try #require(rest(take(session, try event("a", 4, scale: 3, more: #","mode":"temporary""#))))
        #expect(later.scale == 1, "that gesture is over")
    }

    @Test("A settle event during a gesture does not end the gesture") func whatIsSaidMeanwhileEndsNoGesture() throws {
        let session = ViewingSession(now: 0)
        _ = take(session, try event("a", 1, phase: "began", scale: 1.5))
        _ = take(session, try event("a", 2, scale: 3, gesture: "settle"))
        let restored = try #require(rest(take(session, try event("a", 3, phase: "cancelled", scale: 3))))
        #expect(restored.scale == 1.5)
    }

    @Test("A flood of events is refused until time has passed") func floods() throws {
        let session = ViewingSession(now: 0)
        let verdicts = try (0..<500).map { take(session, try event("a", $0)) }
        #expect(verdicts.count { isAccepted($0) } == Int(ViewingSession.burst))
        #expect(verdicts.last == .tooMany)
        #expect(isAccepted(take(session, try event("a", 1_000), at: 1_000)), "time heals")
    }

    @Test("The first page that claims the lead has it until it gives it up or falls silent") func leading() throws {
        let session = ViewingSession(now: 0)
        func leads(_ client: String, _ leads: Bool?, at now: Int) throws -> Bool {
            let verdict = take(session, try event(client, leads: leads), at: now)
            try #require(isAccepted(verdict))
            return if case .rests(_, isLeading: true) = verdict { true } else { false }
        }
        #expect(try !leads("a", nil, at: 0))
        #expect(try leads("a", true, at: 0))
        #expect(try !leads("b", true, at: 1_000), "the first leads")
        #expect(try leads("a", nil, at: 14_000), "one who only looks goes on leading")
        #expect(try !leads("b", true, at: 28_000))
        #expect(try leads("b", true, at: 29_000), "the leader was silent")
        #expect(try !leads("a", true, at: 29_001))
        #expect(try !leads("b", false, at: 29_002), "it gives up")
        #expect(try leads("a", true, at: 29_003))
    }

    @Test("Followers receive the leader's viewport at once, each change, and the end") func following() throws {
        let session = ViewingSession(now: 0)
        let heard = Shared<[SharedViewport?]>([])
        let number = session.listen(now: 0) { shared in heard.update { $0.append(shared) } }
        _ = take(session, try event("b"), at: 0)
        #expect(heard.value.isEmpty, "nobody leads")
        _ = take(session, try event("a", phase: "began", leads: true), at: 100)
        _ = take(session, try event("a", phase: "changed", scale: 3.1, leads: true), at: 200)
        _ = take(session, try event("a", phase: "ended", scale: 3.2, leads: true), at: 201)
        _ = take(session, try event("a", phase: "ended", scale: 3.2, leads: true), at: 900)
        #expect(heard.value.map { $0?.sequence } == [1, 2, 3], "what is the same is not told again")
        #expect(heard.value.last??.region == (try event(scale: 3.2).1.region))
        let late = Shared<[Int?]>([])
        _ = session.listen(now: 901) { shared in late.update { $0.append(shared?.sequence) } }
        #expect(late.value == [3], "who comes later hears where the leader is")
        session.leave(number, now: 902)
        _ = take(session, try event("a", scale: 2.2, leads: true), at: 1_000)
        #expect(heard.value.count == 3 && late.value == [3, 4])
        session.end()
        #expect(late.value == [3, 4, nil], "the end is told, too")
    }

    @Test("Followers receive fifteen viewports of a moving picture in a second, also in a bunch, and every resting one")
    func followingAMovingPicture() throws {
        let session = ViewingSession(now: 0)
        let heard = Shared<[SharedViewport?]>([])
        _ = session.listen(now: 0) { shared in heard.update { $0.append(shared) } }
        func move(_ scale: Double, at now: Int, phase: String = "changed") throws {
            _ = take(session, try event("a", phase: phase, scale: scale, leads: true), at: now)
        }
        for number in 0..<15 { try move(2 + Double(number) / 100, at: 5_000) }
        #expect(heard.value.count == 15)
        #expect(heard.value.last??.region == (try event(scale: 2.14).1.region))
        for number in 1...14 { try move(3 + Double(number) / 100, at: 5_000 + number * 70) }
        #expect(heard.value.count == 15, "within one second")
        try move(3.2, at: 5_990, phase: "ended")
        #expect(heard.value.count == 16, "but where it rests, always")
        for number in 0..<300 { try move(2 + Double(number) / 1_000, at: 7_000 + number * 10) }
        #expect(heard.value.count == 16 + 3 * 15)
    }

    @Test("A listener of a session that is over hears its end at once") func listeningToWhatIsOver() throws {
        let session = ViewingSession(now: 0)
        session.end()
        let heard = Shared<[SharedViewport?]>([])
        _ = session.listen(now: 0) { shared in heard.update { $0.append(shared) } }
        #expect(heard.value == [nil], "who comes again finds another of the name")
    }

    @Test("A session forgets the pages that were silent longest") func pagesAreBounded() throws {
        let session = ViewingSession(now: 0)
        for number in 0..<1_000 { #expect(isAccepted(take(session, try event("p\(number)", 1), at: number * 100))) }
        #expect(take(session, try event("p999", 1), at: 100_001) == .stale(isLeading: false))
        #expect(isAccepted(take(session, try event("p0", 1), at: 100_002)), "forgotten")
    }

    // MARK: - All sessions

    @Test("The session that was used longest ago makes room for a new one") func sessionsAreBounded() {
        let sessions = ViewingSessions()
        let image = ImageIdentifier(path: "a.jpg")!
        let first = sessions.session("s", of: image, now: 0)
        #expect(sessions.session("s", of: image, now: 1) === first)
        #expect(sessions.session("s", of: ImageIdentifier(path: "b.jpg")!, now: 1) !== first)
        for number in 0..<ViewingSessions.limit { _ = sessions.session("n\(number)", of: image, now: 2) }
        #expect(sessions.count == ViewingSessions.limit)
        #expect(sessions.session("s", of: image, now: 3) !== first, "the one that was used longest ago went")
    }

    @Test("Sessions without use are forgotten, and followed sessions stay") func sessionsAreForgotten() {
        let sessions = ViewingSessions()
        let image = ImageIdentifier(path: "a.jpg")!
        let (first, followed) = (sessions.session("s", of: image, now: 0), sessions.session("f", of: image, now: 0))
        _ = followed.listen(now: 0) { _ in }
        let later = ViewingSessions.lifetime + 60_000
        _ = sessions.session("t", of: image, now: later)
        #expect(sessions.count == 2, "one that somebody follows stays")
        #expect(sessions.session("s", of: image, now: later) !== first)
        #expect(sessions.session("f", of: image, now: later) === followed)
    }
}

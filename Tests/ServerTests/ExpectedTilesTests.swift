// The tiles that a session prefetches for its pages, and when it cancels them.

@testable import Building
@testable import Caching
import Geometry
import Library
@testable import Protocols
@testable import Server
import Testing
import TestSupport

@Suite struct ExpectedTilesTests {
    /// Takes requests for tiles, and remembers them.
    private final class Maker: Sendable {
        private let calls = Shared<[(column: Int, completion: @Sendable () -> Void)]>([])
        private let cancelled = Shared<[Int]>([])

        var asked: [Int] { calls.value.map(\.column) }
        var givenUp: [Int] { cancelled.value.sorted() }

        func ask(_ key: TileKey, _ completion: @escaping @Sendable () -> Void) -> Subscription {
            calls.update { $0.append((Int(key.column), completion)) }
            return Subscription { [cancelled] in cancelled.update { $0.append(Int(key.column)) } }
        }

        /// Says that the tile that was asked for as the n-th is there, or will never be.
        func end(_ number: Int) { calls.value[number].completion() }
    }

    private static let version = ImageVersion(["a"])

    private func keys(_ columns: [Int]) -> [TileKey] {
        columns.map { TileKey(version: Self.version, address: TileAddress(level: 9, column: $0, row: 0), format: .jpg)! }
    }

    private func event(_ sequence: Int?, by client: String = "a") throws -> GestureEvent {
        let number = sequence.map { ",\"sequence\":\($0)" } ?? ""
        return try GestureEvent(
            json: Array(
                #"{"gesture":"pan","phase":"changed","view":{"width":60,"height":40},"scale":2,"client":"\#(client)","#.utf8)
                + Array(#""anchor":{"x":0.5,"y":0.5},"offset":{"x":0,"y":0}\#(number)}"#.utf8))
    }

    private func take(_ event: GestureEvent, _ session: ViewingSession, now: Int = 0) throws {
        let verdict = session.take(event, try event.viewport(of: PixelSize(width: 6_000, height: 4_000)), now: now)
        let isAccepted = if case .rests = verdict { true } else { false }
        #expect(isAccepted, "\(verdict)")
    }

    /// An event whose picture will rest at some tiles, and now shows others.
    private func tell(
        _ session: ViewingSession, _ sequence: Int?, by client: String = "a", rests columns: [Int], shows: [Int] = [], _ maker: Maker,
        now: Int = 0
    ) throws {
        let event = try event(sequence, by: client)
        try take(event, session, now: now)
        session.expect(keys(columns), needed: Set(keys(columns + shows)), by: event, maker.ask)
    }

    @Test("A later event keeps the tiles that it needs and cancels the others") func laterEventsKeepWhatTheyNeed() throws {
        let (session, maker) = (ViewingSession(now: 0), Maker())
        try tell(session, 1, rests: [3, 1, 2], maker)
        #expect(maker.asked == [3, 1, 2], "in this order")
        #expect(maker.givenUp.isEmpty)
        try tell(session, 2, rests: [4, 3], shows: [2], maker)
        #expect(maker.asked == [3, 1, 2, 4], "what is expected is not asked for again")
        #expect(maker.givenUp == [1], "2 is not where the picture rests, but is shown now")
        try tell(session, 3, rests: [3], maker)
        #expect(maker.givenUp == [1, 2, 4])
        try tell(session, 4, rests: [], maker)
        #expect(maker.givenUp == [1, 2, 3, 4])
        try tell(session, 5, rests: [1], maker)
        #expect(maker.asked.last == 1 && maker.asked.count == 5, "what was given up is asked for anew")
    }

    @Test("Each page has prefetched tiles of its own") func pagesExpectForThemselves() throws {
        let (session, maker) = (ViewingSession(now: 0), Maker())
        try tell(session, 1, by: "a", rests: [1, 2], maker)
        try tell(session, 1, by: "b", rests: [2, 3], maker)
        #expect(maker.asked == [1, 2, 2, 3])
        try tell(session, 2, by: "a", rests: [7], maker)
        #expect(maker.givenUp == [1, 2], "once, which is the first page's")
    }

    @Test("An event that is overtaken before it prefetches cancels its own tiles and no others", arguments: [false, true])
    func overtaken(laterHasAsked: Bool) throws {
        let (session, maker) = (ViewingSession(now: 0), Maker())
        try tell(session, 1, rests: [1], maker)
        let (earlier, later) = (try event(2), try event(3))
        try take(earlier, session)
        try take(later, session)
        let (rests, overtaken) = (keys([1, 5]), keys([1, 2, 3]))
        if laterHasAsked { session.expect(rests, needed: Set(rests), by: later, maker.ask) }
        session.expect(overtaken, needed: Set(overtaken), by: earlier, maker.ask)
        #expect(maker.givenUp == [2, 3], "its own, and no other's")
        if !laterHasAsked { session.expect(rests, needed: Set(rests), by: later, maker.ask) }
        #expect(maker.givenUp == [2, 3])
        #expect(maker.asked.sorted() == [1, 2, 3, 5])
    }

    @Test("A tile that is made is forgotten, and a late completion changes nothing") func whatIsMadeIsForgotten() throws {
        let (session, maker) = (ViewingSession(now: 0), Maker())
        try tell(session, 1, rests: [1, 2], maker)
        maker.end(0)
        try tell(session, 2, rests: [1, 2], maker)
        #expect(maker.asked == [1, 2, 1], "whether it is still there is not the session's to know")
        // Late word of the first asking is none of the second.
        maker.end(0)
        try tell(session, 3, rests: [7], maker)
        #expect(maker.givenUp == [1, 2])
        maker.end(2)
        session.end()
        #expect(maker.givenUp == [1, 2, 7])
    }

    @Test("A tile that is made before the call returns is not held") func madeAtOnce() throws {
        let (session, maker) = (ViewingSession(now: 0), Maker())
        let event = try event(1)
        try take(event, session)
        session.expect(keys([1, 2]), needed: Set(keys([1, 2])), by: event) { key, completion in
            let subscription = maker.ask(key, completion)
            if key.column == 1 { completion() }
            return subscription
        }
        session.end()
        #expect(maker.givenUp == [2], "nothing is left of the first")
    }

    @Test("A tile that needs no making is not held") func thereAlready() throws {
        let (session, maker) = (ViewingSession(now: 0), Maker())
        let event = try event(1)
        try take(event, session)
        session.expect(keys([1, 2]), needed: Set(keys([1, 2])), by: event) { $0.column == 1 ? nil : maker.ask($0, $1) }
        try tell(session, 2, rests: [1, 2], maker)
        #expect(maker.asked == [2, 1])
    }

    @Test("A client without sequence numbers has no late events") func withoutSequences() throws {
        let (session, maker) = (ViewingSession(now: 0), Maker())
        try tell(session, nil, rests: [1, 2], maker)
        try tell(session, nil, rests: [2, 3], maker)
        #expect(maker.asked == [1, 2, 3] && maker.givenUp == [1])
    }

    @Test("A page that makes room for another has its tiles cancelled") func pagesThatMakeRoomGiveUpTheirs() throws {
        let (session, maker) = (ViewingSession(now: 0), Maker())
        for number in 0..<ViewingSession.pageLimit { try tell(session, 1, by: "p\(number)", rests: [number], maker, now: number * 100) }
        try tell(session, 2, by: "p0", rests: [0], maker, now: 90_000)
        #expect(maker.givenUp.isEmpty)
        try tell(session, 1, by: "another", rests: [50], maker, now: 90_001)
        #expect(maker.givenUp == [1], "that of the page that was silent longest")
    }

    @Test("The end of a session cancels all its tiles once") func theEndGivesUpAll() throws {
        let (session, maker) = (ViewingSession(now: 0), Maker())
        try tell(session, 1, by: "a", rests: [1, 2], maker)
        try tell(session, 1, by: "b", rests: [3], maker)
        session.end()
        #expect(maker.givenUp == [1, 2, 3])
        session.end()
        #expect(maker.givenUp == [1, 2, 3], "once")
    }

    @Test("An event that comes after the end of its session cancels its tiles") func afterTheEnd() throws {
        let (session, maker) = (ViewingSession(now: 0), Maker())
        let event = try event(1)
        session.end()
        try take(event, session)
        session.expect(keys([1]), needed: Set(keys([1])), by: event, maker.ask)
        #expect(maker.givenUp == [1])
    }
}

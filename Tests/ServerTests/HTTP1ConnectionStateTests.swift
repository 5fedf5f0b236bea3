// The state machine of an HTTP/1 connection, without a connection.

@testable import Server
import Testing

@Suite struct HTTP1ConnectionStateTests {
    /// A connection that waits for the answer to its first request, from time 0 on.
    private func answering() -> HTTP1ConnectionState {
        var state = HTTP1ConnectionState(now: 0)
        state.didReceiveRequest()
        state.awaitAnswer(timeout: 5, now: 0)
        return state
    }

    /// A connection that sends a body.
    private func streaming(isEndless: Bool) -> HTTP1ConnectionState {
        var state = HTTP1ConnectionState(now: 0)
        state.didReceiveRequest()
        state.beginBody(isEndless: isEndless)
        return state
    }

    @Test("bytes are parsed between requests, held during an answer, and dropped after the last") func input() {
        #expect(HTTP1ConnectionState(now: 0).input == .parse)
        #expect(answering().input == .hold)
        #expect(streaming(isEndless: false).input == .hold)
        var state = HTTP1ConnectionState(now: 0)
        #expect(state.didAnswer(keepsAlive: false, hasPendingBytes: false, now: 0) == .endOutput)
        #expect(state.input == .drop)
        state.close()
        #expect(state.input == .drop)
    }

    @Test("the time for a request begins with its first byte, and later bytes do not extend it") func headDeadline() {
        var state = HTTP1ConnectionState(now: 100)
        #expect(state.deadline == 10_100)
        state.needsBytes(isMidRequest: true, now: 200)
        #expect(state.deadline == 10_200)
        state.needsBytes(isMidRequest: true, now: 9_000)
        #expect(state.deadline == 10_200)
        state.didReceiveRequest()
        state.needsBytes(isMidRequest: false, now: 9_500)
        #expect(state.deadline == 69_500)
        state.needsBytes(isMidRequest: true, now: 20_000)
        #expect(state.deadline == 30_000)
    }

    @Test("an answer belongs to the current request") func numbers() {
        var state = answering()
        let wrong = [0, 2].map { state.didReceiveAnswer(to: $0) }
        #expect(wrong == [false, false] && state.phase == .answering(1))
        let right = [1, 1].map { state.didReceiveAnswer(to: $0) }
        #expect(right == [true, false] && state.phase == .reading)
    }

    @Test(
        "the client's end closes the connection, unless something is pending",
        arguments: [
            (false, false, HTTP1ConnectionState.Action.close), (true, false, .close), (true, true, .close), (false, true, .cancelRequest),
        ])
    func end(isBroken: Bool, hasPendingBytes: Bool, expected: HTTP1ConnectionState.Action) {
        for var state in [HTTP1ConnectionState(now: 0), answering(), streaming(isEndless: true)] {
            let action = state.didEnd(isBroken: isBroken, hasPendingBytes: hasPendingBytes, now: 0)
            #expect(action == expected)
        }
        var file = streaming(isEndless: false)
        let action = file.didEnd(isBroken: isBroken, hasPendingBytes: hasPendingBytes, now: 0)
        #expect(action == (isBroken ? .close : .none), "a file is sent to a client that has only ended its side")
    }

    @Test("after the client's end, the end of a file ends the connection") func endOfFile() {
        var state = streaming(isEndless: false)
        _ = state.didEnd(isBroken: false, hasPendingBytes: true, now: 0)
        let action = state.didEndBody(keepsAlive: true, hasPendingBytes: true, now: 0)
        #expect(action == .endOutput && state.phase == .lingering && state.deadline == 60_000)
        var other = streaming(isEndless: false)
        let next = other.didEndBody(keepsAlive: true, hasPendingBytes: true, now: 0)
        #expect(next == .resume && other.phase == .reading)
    }

    @Test("each phase has its action at its deadline") func deadlines() {
        func action(_ state: HTTP1ConnectionState, isMidRequest: Bool = false, isReadingAnswers: Bool = false, now: UInt64)
            -> HTTP1ConnectionState.Action
        {
            var state = state
            return state.tick(isReadingAnswers: isReadingAnswers, isMidRequest: isMidRequest, now: now)
        }
        let reading = HTTP1ConnectionState(now: 0)
        #expect(action(reading, now: 9_999) == .none)
        #expect(action(reading, now: 10_000) == .close)
        #expect(action(reading, isMidRequest: true, now: 10_000) == .refuseRequest)
        #expect(action(reading, isReadingAnswers: true, now: 10_000) == .none)
        #expect(action(reading, isMidRequest: true, isReadingAnswers: true, now: 10_000) == .refuseRequest)
        #expect(action(answering(), now: 4) == .none)
        #expect(action(answering(), isReadingAnswers: true, now: 5) == .abandonRequest)
        #expect(action(streaming(isEndless: true), now: 1_000_000) == .checkBody)
    }

    @Test("sent bytes lead to the next action of each phase") func drained() {
        func action(_ state: HTTP1ConnectionState, isIdle: Bool = true, serverIsDraining: Bool = false) -> HTTP1ConnectionState.Action {
            var state = state
            return state.didDrain(isIdle: isIdle, serverIsDraining: serverIsDraining, now: 0)
        }
        let reading = HTTP1ConnectionState(now: 0)
        #expect(action(reading) == .resume)
        #expect(action(reading, serverIsDraining: true) == .close)
        #expect(action(reading, isIdle: false, serverIsDraining: true) == .resume)
        #expect(action(answering(), serverIsDraining: true) == .none)
        #expect(action(streaming(isEndless: false)) == .continueBody)
        var lingering = answering()
        _ = lingering.didEnd(isBroken: false, hasPendingBytes: true, now: 0)
        #expect(action(lingering) == .close)
    }
}

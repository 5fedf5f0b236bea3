// Gesture events: parsing, and the viewport at rest.

import Geometry
@testable import Protocols
import Testing

@Suite struct GestureEventTests {
    static let example = """
        {"session":"k3v9","sequence":12,"view":{"width":390,"height":844,"dpr":3},"gesture":"pinch","phase":"ended","touches":1,
        "mode":"persistent","scale":2.5,"anchor":{"x":0.5,"y":0.4},"offset":{"x":-20,"y":14},"velocity":{"x":-1200,"y":80,"scale":0}}
        """
    private let image = PixelSize(width: 6_000, height: 4_000)

    /// A valid event with some members replaced, or removed where the value is nil.
    static func event(_ changes: [String: String?] = [:]) throws(RequestError) -> GestureEvent {
        var members: [String: String] = [
            "gesture": "\"pan\"", "phase": "\"ended\"", "view": #"{"width":600,"height":400}"#, "scale": "2",
            "anchor": #"{"x":0.5,"y":0.5}"#, "offset": #"{"x":0,"y":0}"#,
        ]
        for (name, value) in changes { members[name] = value }
        let text = "{" + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",") + "}"
        return try GestureEvent(json: Array(text.utf8))
    }

    @Test("The documented example is read") func example() throws {
        let event = try GestureEvent(json: Array(Self.example.utf8))
        #expect(event.session == "k3v9" && event.client == "" && event.sequence == 12)
        #expect(event.gesture == .pinch && event.phase == .ended && event.mode == .persistent && event.cancel == .restore)
        #expect(event.view == Size(width: 390, height: 844) && event.dpr == 3 && event.scale == 2.5)
        #expect(event.anchor == Point(x: 0.5, y: 0.4) && event.offset == Point(x: -20, y: 14))
        #expect(event.velocity == Point(x: -1_200, y: 80) && event.leads == nil && event.doubleTapScale == 2)
        #expect(try event.viewport(of: image).scale == 2.5)
    }

    @Test("Optional members are read, null and unknown ones are ignored") func optional() throws {
        let event = try Self.event([
            "client": "\"a-1\"", "leader": "true", "mode": "\"temporary\"", "cancel": "\"reset\"", "velocity": "null",
            "scales": #"{"min":0.5,"ideal":1,"max":40,"doubleTap":3}"#, "unknown": "[1,{}]",
        ])
        #expect(event.client == "a-1" && event.leads == true && event.mode == .temporary && event.cancel == .reset)
        #expect(event.min == 0.5 && event.ideal == 1 && event.max == 40 && event.doubleTapScale == 3)
        #expect(event.session == nil && event.sequence == nil && event.velocity == .zero)
        let nulls = try Self.event(["mode": "null", "cancel": "null", "leader": "null", "client": "null", "scales": "null"])
        #expect(try nulls == Self.event())
    }

    @Test(
        "A missing or invalid member is refused by its name",
        arguments: [
            ("gesture", nil), ("gesture", "\"swipe\""), ("gesture", "1"), ("phase", nil), ("phase", "\"over\""), ("view", nil),
            ("view", "[]"),
            ("view", #"{"width":600}"#), ("scale", nil), ("scale", "\"2\""), ("scale", "null"), ("anchor", nil), ("anchor", #"{"x":1}"#),
            ("offset", "7"), ("sequence", "-1"), ("sequence", "1.5"), ("sequence", "1e300"), ("session", "\"\""), ("session", "\"a b\""),
            ("session", "5"), ("client", "\"\u{e9}\""), ("leader", "1"), ("mode", "\"both\""), ("cancel", "\"\""), ("velocity", "3"),
            ("velocity", #"{"x":1e999}"#), ("velocity", #"{"scale":"fast"}"#), ("scales", #"{"doubleTap":0}"#), ("scales", "true"),
        ] as [(String, String?)])
    func refused(_ name: String, _ value: String?) {
        #expect {
            try Self.event([name: value])
        } throws: { error in
            guard let error = error as? RequestError else { return false }
            return error.kind == .badRequest && error.parameter.hasPrefix(name)
        }
    }

    @Test(
        "A body that is not a JSON object is refused",
        arguments: ["", "{", "[]", "1", "nul", "{\"scale\":NaN}", String(repeating: "[", count: 2_000), "{\"a\":1,\"a\":2}"])
    func noEvent(_ text: String) {
        #expect(throws: RequestError.self) { try GestureEvent(json: Array(text.utf8)) }
    }

    @Test("Extreme numbers give a viewport or a refusal and never a trap") func absurdNumbers() throws {
        let numbers = ["0", "-0", "1", "-1", "1e-300", "1e300", "-1e300", "1e18", "-1e18", "1e12", "1e-12", "1e999"]
        for scale in numbers {
            for other in numbers {
                for (name, mode) in [("persistent", "\"ended\""), ("temporary", "\"ended\""), ("persistent", "\"cancelled\"")] {
                    for gesture in ["\"pan\"", "\"doubleTap\""] {
                        guard
                            let event = try? Self.event([
                                "gesture": gesture, "phase": mode, "mode": "\"\(name)\"", "scale": scale,
                                "anchor": "{\"x\":\(other),\"y\":0.5}", "offset": "{\"x\":0,\"y\":\(other)}",
                                "velocity": "{\"x\":\(other),\"y\":\(scale)}",
                            ]), let viewport = try? event.viewport(of: image)
                        else { continue }
                        let rest = event.rest(of: viewport, start: nil)
                        #expect(rest.scales.min <= rest.scale && rest.scale <= rest.scales.max)
                        #expect(rest.translation.x.isFinite && rest.translation.y.isFinite)
                        let region = rest.region
                        #expect(region.x >= 0 && region.x + region.width <= 6_000.001 && region.width > 0)
                    }
                }
            }
        }
    }

    // MARK: - Rest

    private func rest(_ changes: [String: String?], start: Viewport? = nil) throws -> Viewport {
        let event = try Self.event(changes)
        return event.rest(of: try event.viewport(of: image), start: start)
    }

    /// The distance is speed / -ln(0.998) milliseconds.
    @Test("A flick goes as far as friction lets it, and not beyond the image") func flick() throws {
        let still = try rest([:])
        let flown = try rest(["velocity": #"{"x":-100,"y":0}"#])
        #expect(abs(flown.translation.x - (still.translation.x - 100 / 2.002002670671)) < 1e-6)
        #expect(flown.translation.y == still.translation.y)
        let far = try rest(["velocity": #"{"x":-100000,"y":0}"#])
        #expect(far.translation.x == 600 - 1_200, "the picture's edge")
    }

    @Test("A double tap zooms in about the point, and back to fit") func doubleTap() throws {
        let tapped = try rest(["gesture": "\"doubleTap\"", "scale": "1", "anchor": #"{"x":0.25,"y":0.75}"#, "scales": #"{"doubleTap":3}"#])
        #expect(abs(tapped.scale - 3) < 1e-12)
        // The tapped point stays in its place.
        #expect(abs(tapped.translation.x + tapped.zoom * 1_500 - 150) < 1e-9)
        let back = try rest(["gesture": "\"doubleTap\"", "scale": "2.2"])
        #expect(back.scale == 1)
    }

    @Test("Temporary and cancelled gestures return to their start, or to fit where it is unknown") func temporaryAndCancelled() throws {
        let start = try Self.event(["scale": "1.5", "offset": #"{"x":10,"y":5}"#]).viewport(of: image)
        #expect(try rest(["mode": "\"temporary\""], start: start).translation == start.translation)
        #expect(try rest(["mode": "\"temporary\""]).scale == 1, "its beginning was lost")
        #expect(try rest(["phase": "\"cancelled\""], start: start).scale == 1.5)
        #expect(try rest(["phase": "\"cancelled\"", "cancel": "\"reset\""], start: start).scale == 1)
        let cancelled = ["phase": "\"cancelled\"", "velocity": #"{"x":-100,"y":0}"#]
        #expect(try rest(cancelled) == rest([:]), "where it is")
        #expect(try rest(cancelled.merging(["mode": "\"temporary\""]) { $1 }).scale == 1)
        for gesture in ["wheel", "key", "settle"] {
            #expect(try rest(["gesture": "\"\(gesture)\"", "mode": "\"temporary\""]).scale == 2, "no fingers have magnified it")
        }
        let other = try Self.event(["scale": "1.5", "view": #"{"width":300,"height":400}"#]).viewport(of: image)
        #expect(try rest(["mode": "\"temporary\""], start: other).scale == 1, "the view was another")
    }
}

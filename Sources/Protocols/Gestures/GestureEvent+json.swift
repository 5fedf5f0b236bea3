// GestureEvent: parsing from a JSON object.

internal import Geometry

extension GestureEvent {
    /// The most bytes of an event. A usual event has a few hundred.
    public static let byteLimit = 4_096

    /// For messages: the allowed names of sessions and clients.
    static let nameForms = "1 to 64 of the characters A-Z a-z 0-9 . _ ~ -"

    /// Parses the body of a request. Unknown members are ignored.
    /// - Throws: `RequestError` when the bytes are not a JSON object, or a member is missing or has an invalid value.
    public init(json bytes: [UInt8]) throws(RequestError) {
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(reading: bytes) } catch {
            let given = bytes.isEmpty ? nil : String(decoding: bytes.prefix(80), as: UTF8.self)
            throw RequestError(.badRequest, "body", value: given, allowed: "one JSON object; \(error)")
        }
        guard value.members != nil else {
            throw RequestError(.badRequest, "body", value: value.brief, allowed: "one JSON object")
        }
        let event = Members(of: value, path: "")
        session = try event.name("session")
        client = try event.name("client") ?? ""
        sequence = try event.integer("sequence")
        gesture = try event.choice("gesture", Gesture.allCases)
        phase = try event.choice("phase", Phase.allCases)
        mode = try event.choice("mode", Mode.allCases, default: .persistent)
        cancel = try event.choice("cancel", CancelPolicy.allCases, default: .restore)
        leads = try event.flag("leader")
        let view = try event.members("view")
        self.view = Size(width: try view.required("width"), height: try view.required("height"))
        dpr = try view.number("dpr") ?? 1
        scale = try event.required("scale")
        anchor = try event.members("anchor").point()
        offset = try event.members("offset").point()
        let velocity = try event.optionalMembers("velocity")
        self.velocity = Point(x: try velocity?.number("x") ?? 0, y: try velocity?.number("y") ?? 0)
        scaleVelocity = try velocity?.number("scale") ?? 0
        let scales = try event.optionalMembers("scales")
        min = try scales?.number("min")
        ideal = try scales?.number("ideal")
        max = try scales?.number("max")
        doubleTapScale = try scales?.number("doubleTap") ?? Viewport.doubleTapScale
        guard doubleTapScale > 0, doubleTapScale.isFinite else {
            throw RequestError(.badRequest, "scales.doubleTap", value: String(doubleTapScale), allowed: "a number above 0")
        }
        for (name, value) in [("velocity.x", self.velocity.x), ("velocity.y", self.velocity.y), ("velocity.scale", scaleVelocity)]
        where !value.isFinite {
            throw RequestError(.badRequest, name, value: String(value), allowed: "a finite number")
        }
    }

    /// True when a text is a valid name of a session or a client.
    static func isName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count) && text.utf8.allSatisfy(\.isUnreserved)
    }

    /// The members of a JSON object, and the prefix of their names in error messages.
    private struct Members {
        private let value: JSONValue
        private let path: String

        init(of value: JSONValue, path: String) {
            self.value = value
            self.path = path
        }

        func number(_ name: String) throws(RequestError) -> Double? {
            switch value[name] {
            case nil, .null: return nil
            case .number(let digits): return Double(digits) ?? .infinity
            case let other?: throw bad(name, other, allowed: "a number", isText: false)
            }
        }

        func required(_ name: String) throws(RequestError) -> Double {
            guard let number = try number(name) else { throw bad(name, nil, allowed: "a number") }
            return number
        }

        func integer(_ name: String) throws(RequestError) -> Int? {
            guard let number = try number(name) else { return nil }
            guard (0...0x1p53).contains(number), let integer = Int(exactly: number) else {
                throw RequestError(.badRequest, path + name, value: String(number), allowed: "a whole number from 0 to 2^53")
            }
            return integer
        }

        func flag(_ name: String) throws(RequestError) -> Bool? {
            switch value[name] {
            case nil, .null: return nil
            case .bool(let flag): return flag
            case let other?: throw bad(name, other, allowed: "true or false", isText: false)
            }
        }

        func name(_ name: String) throws(RequestError) -> String? {
            switch value[name] {
            case nil, .null: return nil
            case .string(let text) where GestureEvent.isName(text): return text
            case let other?: throw bad(name, other, allowed: GestureEvent.nameForms)
            }
        }

        func choice<Choice: RawRepresentable<String>>(
            _ name: String, _ choices: [Choice], default usual: Choice? = nil
        ) throws(RequestError) -> Choice {
            let given = value[name]
            if given == nil || given == .null, let usual { return usual }
            guard let choice = given?.text.flatMap(Choice.init) else {
                throw bad(name, given, allowed: choices.map(\.rawValue).joined(separator: ", "))
            }
            return choice
        }

        func members(_ name: String) throws(RequestError) -> Members {
            guard let members = try optionalMembers(name) else { throw bad(name, nil, allowed: "an object") }
            return members
        }

        func optionalMembers(_ name: String) throws(RequestError) -> Members? {
            guard let given = value[name], given != .null else { return nil }
            guard given.members != nil else { throw bad(name, given, allowed: "an object", isText: false) }
            return Members(of: given, path: "\(path)\(name).")
        }

        func point() throws(RequestError) -> Point { Point(x: try required("x"), y: try required("y")) }

        /// An error for a member.
        /// - Parameter isText: false when a string is never allowed. The message then says so for a string, since the string itself may
        ///   look like an allowed value.
        private func bad(_ name: String, _ value: JSONValue?, allowed: String, isText: Bool = true) -> RequestError {
            let isOfOtherKind = !isText && value?.text != nil
            return RequestError(
                .badRequest, path + name, value: value?.brief, allowed: isOfOtherKind ? "\(allowed), and no text" : allowed)
        }
    }
}

extension JSONValue {
    /// For messages: a scalar value itself, or the kind of the value.
    fileprivate var brief: String {
        switch self {
        case .null: "null"
        case .bool(let flag): String(flag)
        case .number(let text), .string(let text): String(decoding: text.utf8.prefix(80), as: UTF8.self)
        case .array: "an array"
        case .object: "an object"
        }
    }
}

// What is measured and logged of one request.

/// One request on its way to its answer.
struct RequestLog {
    let route: RouteName
    /// In milliseconds of the loop's clock.
    let start: UInt64
    /// Method and target for the access log; nil where there is none.
    let line: AccessLine?
}

/// What the access log says of a request. An object, so that an exchange without it is handed on for nothing.
final class AccessLine {
    let method: String
    let target: String

    init(method: String, target: String) {
        self.method = method
        self.target = target
    }
}

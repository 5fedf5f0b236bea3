// RequestLog: the facts about a request that are counted and logged with its answer.

/// The facts about a request, kept until it is answered.
struct RequestLog {
    let route: RouteName
    /// The time of the request, in milliseconds of the loop's clock.
    let start: UInt64
    /// Method and target for the access log; nil when there is no access log.
    let line: AccessLine?
}

/// Method and target of a request. An object, so that a request log without them is cheap to copy.
final class AccessLine {
    let method: String
    let target: String

    init(method: String, target: String) {
        self.method = method
        self.target = target
    }
}

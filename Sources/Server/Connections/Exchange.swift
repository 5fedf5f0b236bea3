// What is measured and logged of one request.

/// One request on its way to its answer.
struct Exchange {
    let route: RouteName
    /// In milliseconds of the loop's clock.
    let start: UInt64
    /// Method and target for the access log; nil where there is none.
    let line: (method: String, target: String)?
}

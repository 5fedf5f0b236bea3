// WorkSharing: a function that runs the parts of a task on several threads. The caller of this module supplies it.

/// Calls `body` once for each number below `count`, on the calling thread and on idle ones, and returns when all calls have returned.
public typealias WorkSharing = @Sendable (_ count: Int, _ body: @escaping @Sendable (_ number: Int) -> Void) -> Void

/// Runs all parts on the calling thread, in order.
public let doAlone: WorkSharing = { count, body in for number in 0..<count { body(number) } }

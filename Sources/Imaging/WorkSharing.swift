// WorkSharing: how the parts of a work come to the threads that do them; which threads there are is not known here.

/// Calls `body` once for each number below `count`, on several threads where some have nothing else to do, and returns when all calls have
/// returned.
public typealias WorkSharing = @Sendable (_ count: Int, _ body: @escaping @Sendable (_ number: Int) -> Void) -> Void

/// All parts on the calling thread, in order.
public let doAlone: WorkSharing = { count, body in for number in 0..<count { body(number) } }

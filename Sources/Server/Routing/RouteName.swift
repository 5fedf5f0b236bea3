// RouteName: the names of routes in the metrics.

private import Synchronization

/// The name under which the metrics count a route. Equal names are one name, so that several groups of routes can share it. Any thread.
///
/// A route file adds its own names as static constants: no list has to be edited. Each name is registered when it is first used.
struct RouteName: Hashable, Sendable, CustomStringConvertible {
    /// The position in the list of all names, from 0: counters lie in arrays.
    let index: Int

    private static let registered = Mutex<[String]>([])

    /// Requests whose path no route could read.
    static let none = RouteName("none")

    /// Finds or registers a name.
    /// - Parameter name: letters alone, since it becomes a label's value as it is.
    init(_ name: String) {
        index = RouteName.registered.withLock { names in
            if let known = names.firstIndex(of: name) { return known }
            names.append(name)
            return names.count - 1
        }
    }

    /// All names that are registered, in alphabetical order.
    static var all: [RouteName] { registered.withLock { $0 }.sorted().map { RouteName($0) } }

    var description: String { RouteName.registered.withLock { $0[index] } }
}

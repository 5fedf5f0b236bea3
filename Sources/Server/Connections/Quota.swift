// Quota: how many of something there may be at once.

private import Synchronization

/// Hands out a number of shares. Any thread.
final class Quota: Sendable {
    /// One of them; it is given back when nobody holds it any more.
    final class Share: Sendable {
        private let quota: Quota

        fileprivate init(of quota: Quota) { self.quota = quota }

        deinit { quota.used.subtract(1, ordering: .relaxed) }
    }

    private let limit: Int
    private let used = Atomic<Int>(0)

    init(_ limit: Int) { self.limit = limit }

    /// A share, or nil where all are in use.
    func take() -> Share? {
        guard used.add(1, ordering: .relaxed).newValue <= limit else {
            used.subtract(1, ordering: .relaxed)
            return nil
        }
        return Share(of: self)
    }
}

// Quota: a limit on the number of uses of something at the same time.

private import Synchronization

/// Gives out a limited number of shares. Any thread.
final class Quota: Sendable {
    /// One share. It is returned to the quota when it is deallocated.
    final class Share: Sendable {
        private let quota: Quota

        fileprivate init(of quota: Quota) { self.quota = quota }

        deinit { quota.used.subtract(1, ordering: .relaxed) }
    }

    private let limit: Int
    private let used = Atomic<Int>(0)

    /// - Parameter limit: the most shares at the same time.
    init(_ limit: Int) { self.limit = limit }

    /// Returns a share, or nil when all are in use.
    func take() -> Share? {
        guard used.add(1, ordering: .relaxed).newValue <= limit else {
            used.subtract(1, ordering: .relaxed)
            return nil
        }
        return Share(of: self)
    }
}

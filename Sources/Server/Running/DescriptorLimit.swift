// How many descriptors this process may have, and how many connections that leaves room for.

private import Glibc

enum DescriptorLimit {
    /// Descriptors for all that is no connection: images, pyramids, the cache, and connections that are told that they are too many.
    private static let reserve = 4_096

    /// Raises the process's limit as far as so many connections need and the system allows. The usual limit is 1,024.
    /// - Returns: the connections that there is room for, at most `connections`.
    static func makeRoom(for connections: Int) -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return connections }
        let wanted = rlim_t(connections + reserve)
        if limit.rlim_cur < wanted {
            var raised = limit
            raised.rlim_cur = min(wanted, limit.rlim_max)
            if unsafe setrlimit(resource, &raised) == 0 { limit = raised }
        }
        let count = Int(clamping: limit.rlim_cur)
        return min(connections, max(count / 2, count - reserve))
    }
}

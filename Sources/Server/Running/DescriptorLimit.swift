// How many descriptors this process may have, and what they are for.

private import Glibc

enum DescriptorLimit {
    /// What there are descriptors for.
    struct Room: Equatable {
        /// Connections at once.
        let connections: Int
        /// Images, and as many pyramids, that are kept open.
        let openFiles: Int
    }

    /// Descriptors for all that is neither a connection nor kept open: files that are being read or written, and connections that are told
    /// that they are too many.
    private static let reserve = 4_096
    /// Each of 8,192 images and pyramids may be open: to open one takes as long as ten of its tiles.
    private static let openFiles = 64...8_192
    /// Two of an image, one of a decoder that waits for its next use, one of a pyramid.
    private static let descriptorsPerOpenFile = 4

    /// Raises the process's limit as far as so many connections and all open files need and the system allows. The usual limit is 1,024.
    static func makeRoom(for connections: Int) -> Room {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard unsafe getrlimit(resource, &limit) == 0 else { return room(for: connections, in: 1_024) }
        let wanted = rlim_t(connections + reserve + openFiles.upperBound * descriptorsPerOpenFile)
        if limit.rlim_cur < wanted {
            var raised = limit
            raised.rlim_cur = min(wanted, limit.rlim_max)
            if unsafe setrlimit(resource, &raised) == 0 { limit = raised }
        }
        return room(for: connections, in: Int(clamping: limit.rlim_cur))
    }

    /// - Parameter count: descriptors.
    static func room(for connections: Int, in count: Int) -> Room {
        let connections = min(connections, max(count / 2, count - reserve))
        let left = (count - connections - reserve) / descriptorsPerOpenFile
        return Room(connections: connections, openFiles: max(openFiles.lowerBound, min(left, openFiles.upperBound)))
    }
}

// DescriptorLimit: divides the process's descriptors among connections and open files.

private import Glibc

/// The limit of open descriptors (ulimit -n).
enum DescriptorLimit {
    /// The numbers of connections and files for which there are descriptors.
    struct Room: Equatable {
        /// The most connections at the same time.
        let connections: Int
        /// The most images, and the most pyramids, that are kept open.
        let openFiles: Int
    }

    /// Descriptors for everything else: files that are being read or written, and connections over the limit, which are refused.
    private static let reserve = 4_096
    /// The range of open images and pyramids. Opening a file takes as long as reading ten of its tiles.
    private static let openFiles = 64...8_192
    /// Two for an image, one for an idle decoder of a slide, one for a pyramid.
    private static let descriptorsPerOpenFile = 4

    /// Raises the process's limit as far as the connections and all open files need, and the system allows. The usual limit is 1,024.
    /// - Parameter connections: the wanted number of connections, at least 1.
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

    /// Divides descriptors among connections and open files.
    /// - Parameter count: the number of descriptors of the process.
    static func room(for connections: Int, in count: Int) -> Room {
        let connections = min(connections, max(count / 2, count - reserve))
        let left = (count - connections - reserve) / descriptorsPerOpenFile
        return Room(connections: connections, openFiles: max(openFiles.lowerBound, min(left, openFiles.upperBound)))
    }
}

// The environment of the process, and the defaults that depend on it.

private import CLinux
private import Glibc
internal import Server

enum Environment {
    /// The environment variables of the process.
    static let variables: [String: String] = {
        var variables: [String: String] = [:]
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            let pair = unsafe String(cString: text).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
            unsafe entry += 1
        }
        return variables
    }()

    /// Cores that this process may use: the cores that it is bound to, or the CPU quota of its control group when that is less. At least 1.
    static let coreCount: Int = {
        let cores = Int(azl_cores())
        let quota =
            numbers(in: "/sys/fs/cgroup/cpu.max") + ["quota", "period"].flatMap { numbers(in: "/sys/fs/cgroup/cpu/cpu.cfs_\($0)_us") }
        let share = quota.count == 2 && quota.allSatisfy { $0 > 0 } ? (quota[0] + quota[1] - 1) / quota[1] : .max
        return max(1, min(cores > 0 ? cores : sysconf(Int32(_SC_NPROCESSORS_ONLN)), share))
    }()

    /// Bytes of memory that this process may use: the machine's memory, or the limit of its control group when that is less.
    private static var memory: Int {
        let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        let limits = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"].flatMap(numbers(in:))
        return ([machine] + limits).filter { $0 > 0 }.min() ?? .max
    }

    /// The whole numbers, at most two, at the beginning of a file. Empty when the file cannot be read or does not begin with a number
    /// ("max").
    private static func numbers(in path: String) -> [Int] {
        guard let file = unsafe fopen(path, "r") else { return [] }
        defer { unsafe fclose(file) }
        var (first, second) = (0, 0)
        let count = unsafe withUnsafeMutablePointer(to: &first) { first in
            unsafe withUnsafeMutablePointer(to: &second) { second in
                unsafe withVaList([first, second]) { unsafe vfscanf(file, "%ld %ld", $0) }
            }
        }
        return Array([first, second].prefix(max(0, Int(count))))
    }

    /// Limits glibc to one memory arena for each core, at least two. With its default of eight for each core, memory that one thread frees
    /// is reused later by other threads, and the resident memory of a server grows for longer. Call before other threads are started.
    static func limitArenas() {
        // glibc reads these variables itself; a value that the operator sets is not overridden.
        if variables["MALLOC_ARENA_MAX"] == nil, variables["GLIBC_TUNABLES"] == nil { azl_limit_arenas(Int32(clamping: max(2, coreCount))) }
    }

    /// The settings of every command before options are applied.
    static var defaults: Configuration {
        var configuration = Configuration()
        configuration.threads = coreCount
        configuration.workers = coreCount
        configuration.decodeMemory = min(configuration.decodeMemory, memory / 2)
        let caches = variables["XDG_CACHE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        configuration.cacheFolder = (caches ?? (variables["HOME"] ?? "/tmp") + "/.cache") + "/azulejo"
        configuration.publicFolder = publicFolder
        return configuration
    }

    /// `Public` beside the executable, or in a folder above it (the executable of a build lies in .build/…), or in ../share/azulejo.
    private static var publicFolder: String {
        var folder = executable
        while let slash = folder.lastIndex(of: "/") {
            folder = String(folder[..<slash])
            for candidate in [folder + "/Public", folder + "/share/azulejo/Public"] {
                if unsafe access(candidate + "/index.html", R_OK) == 0 { return candidate }
            }
        }
        return "Public"
    }

    private static var executable: String {
        guard let path = unsafe realpath("/proc/self/exe", nil) else { return CommandLine.arguments[0] }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }
}

// What the process finds around itself, and the defaults that follow from it.

private import CLinux
private import Glibc
internal import Server

enum Environment {
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

    /// Cores that this process may use: those it is bound to, or its control group's share of time where that is less.
    static let coreCount: Int = {
        let cores = Int(azl_cores())
        let quota =
            numbers(in: "/sys/fs/cgroup/cpu.max") + ["quota", "period"].flatMap { numbers(in: "/sys/fs/cgroup/cpu/cpu.cfs_\($0)_us") }
        let share = quota.count == 2 && quota.allSatisfy { $0 > 0 } ? (quota[0] + quota[1] - 1) / quota[1] : .max
        return max(1, min(cores > 0 ? cores : sysconf(Int32(_SC_NPROCESSORS_ONLN)), share))
    }()

    /// Bytes of memory that this process may use: the machine's, or its control group's where that is less.
    private static var memory: Int {
        let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        let limits = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"].flatMap(numbers(in:))
        return ([machine] + limits).filter { $0 > 0 }.min() ?? .max
    }

    /// The whole numbers, two at most, with which a file begins; none where it says "max", say.
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

    /// Memory that one thread has freed is another's sooner where there are few arenas: one for each core. glibc's eight grow one after
    /// another, so that a server seems to need more and more. To be called before there are threads.
    static func limitArenas() {
        // Who sets one of the variables has decided, and glibc has heard it.
        if variables["MALLOC_ARENA_MAX"] == nil, variables["GLIBC_TUNABLES"] == nil { azl_limit_arenas(Int32(clamping: max(2, coreCount))) }
    }

    /// The defaults of `azulejo serve` here.
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

// What the process finds around itself, and the defaults that follow from it.

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

    /// Cores that this process may use.
    static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Bytes of memory that this process may use: the machine's, or its control group's where that is less.
    private static var memory: Int {
        let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        let limits = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"].compactMap(number(in:))
        return ([machine] + limits).filter { $0 > 0 }.min() ?? .max
    }

    /// The whole number that a file consists of; nil where it says "max", say.
    private static func number(in path: String) -> Int? {
        guard let file = unsafe fopen(path, "r") else { return nil }
        defer { unsafe fclose(file) }
        var number = 0
        return unsafe withUnsafeMutablePointer(to: &number) { pointer in
            unsafe withVaList([pointer]) { unsafe vfscanf(file, "%ld", $0) } == 1
        } ? number : nil
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

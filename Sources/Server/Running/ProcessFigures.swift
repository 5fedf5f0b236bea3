// ProcessFigures: memory and descriptors of this process, as the kernel reports them.

private import Glibc

enum ProcessFigures {
    /// Bytes of resident memory, from /proc/self/statm, whose second number is in pages; 0 when it cannot be read.
    static var residentBytes: Int {
        let descriptor = unsafe open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return 0 }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
        let numbers = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: " ")
        return numbers.count > 1 ? (Int(numbers[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
    }

    /// The number of open descriptors; 0 when it cannot be read.
    static var openDescriptors: Int {
        guard let directory = unsafe opendir("/proc/self/fd") else { return 0 }
        defer { unsafe closedir(directory) }
        var count = 0
        while unsafe readdir(directory) != nil { count += 1 }
        // Without ".", ".." and the descriptor of the directory itself.
        return max(0, count - 3)
    }
}

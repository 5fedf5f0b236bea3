// VipsLog: libvips' warnings, which go nowhere but here; some of them are the only sign of a damaged file.
private import CVips
internal import Glibc
internal import Synchronization

/// Takes the place of glib's default handler, which would print to standard error.
enum VipsLog {
    /// Warnings so far on each thread that listens.
    private static let listening = Mutex<[pthread_t: Int]>([:])

    private static let all = Atomic<Int>(0)

    /// Warnings of all threads since the start.
    static var warnings: Int { all.load(ordering: .relaxed) }

    static func install() {
        unsafe g_log_set_handler("VIPS", GLogLevelFlags(rawValue: ~0), heard, nil)
    }

    /// Runs `body` and counts the warnings that the library gives on this very thread meanwhile. Calls do not nest.
    /// A decoder that met damage which it could paint over says so when it is freed: let the last reference to its image go in `body`.
    static func countingWarnings<Result>(
        _ body: () throws(ImagingError) -> Result
    ) throws(ImagingError) -> (result: Result, warnings: Int) {
        let thread = pthread_self()
        listening.withLock { $0[thread] = 0 }
        do throws(ImagingError) {
            let result = try body()
            return (result, listening.withLock { $0.removeValue(forKey: thread) ?? 0 })
        } catch {
            listening.withLock { _ = $0.removeValue(forKey: thread) }
            throw error
        }
    }

    /// Those that `countingWarnings` has counted so far, where this thread is in it.
    static var warningsHere: Int { listening.withLock { $0[pthread_self()] ?? 0 } }

    fileprivate static func hear() {
        all.add(1, ordering: .relaxed)
        listening.withLock { counts in
            if let index = counts.index(forKey: pthread_self()) { counts.values[index] += 1 }
        }
    }
}

@c private func heard(
    _ domain: UnsafePointer<CChar>?, _ level: GLogLevelFlags, _ message: UnsafePointer<CChar>?, _ data: UnsafeMutableRawPointer?
) {
    if level.rawValue & G_LOG_LEVEL_WARNING.rawValue != 0 { VipsLog.hear() }
}

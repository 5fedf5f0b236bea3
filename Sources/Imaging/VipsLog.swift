// VipsLog: libvips' warnings, which go nowhere but here; some of them are the only sign of a damaged file.
private import CVips
internal import Glibc
private import Synchronization

/// Takes the place of glib's default handler, which would print to standard error.
enum VipsLog {
    /// Complaints so far on each thread that listens.
    private static let listening = Mutex<[pthread_t: Int]>([:])

    /// How libvips' JPEG decoder says, when it is freed, that libjpeg has painted over damage. Other warnings are of what stands beside the
    /// pixels, such as a colour profile or EXIF data that cannot be used. Never translated, since we set no locale.
    private static let complaint: StaticString = "read gave "

    static func install() {
        unsafe g_log_set_handler("VIPS", GLogLevelFlags(rawValue: ~0), heard, nil)
    }

    /// Runs `body` and counts the complaints of JPEG decoders on this very thread meanwhile. Calls do not nest.
    /// They come when a decoder is freed: let the last reference to its image go in `body`.
    static func countingComplaints<Result>(
        _ body: () throws(ImagingError) -> Result
    ) throws(ImagingError) -> (result: Result, complaints: Int) {
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

    /// Those that `countingComplaints` has counted so far, where this thread is in it.
    static var complaintsHere: Int { listening.withLock { $0[pthread_self()] ?? 0 } }

    @safe fileprivate static func hear(_ warning: UnsafePointer<CChar>) {
        guard
            unsafe strncmp(
                warning, UnsafeRawPointer(complaint.utf8Start).assumingMemoryBound(to: CChar.self),
                complaint.utf8CodeUnitCount) == 0
        else { return }
        listening.withLock { counts in
            if let index = counts.index(forKey: pthread_self()) { counts.values[index] += 1 }
        }
    }
}

@c private func heard(
    _ domain: UnsafePointer<CChar>?, _ level: GLogLevelFlags, _ message: UnsafePointer<CChar>?, _ data: UnsafeMutableRawPointer?
) {
    if level.rawValue & G_LOG_LEVEL_WARNING.rawValue != 0, let message = unsafe message { VipsLog.hear(message) }
}

// VipsLog: receives the warnings of libvips. Some warnings are the only sign of a damaged file.
private import CVips
internal import Glibc
private import Synchronization

/// Replaces glib's default handler, which would print to standard error.
enum VipsLog {
    /// The number of complaints so far, for each thread that counts them.
    private static let listening = Mutex<[pthread_t: Int]>([:])

    /// The beginning of the warning that libvips' JPEG decoder gives when it is freed after libjpeg has filled in damaged pixels. Other
    /// warnings concern data beside the pixels, such as a colour profile or EXIF data that cannot be used. Warnings are in English, because
    /// the program sets no locale.
    private static let complaint: StaticString = "read gave "

    static func install() {
        unsafe g_log_set_handler("VIPS", GLogLevelFlags(rawValue: ~0), heard, nil)
    }

    /// Runs `body` and counts the complaints of JPEG decoders on the calling thread meanwhile. Calls must not nest.
    /// A complaint comes when a decoder is freed: `body` must release the last reference to the decoder's image.
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

    /// The complaints counted so far if the calling thread is inside `countingComplaints`, else 0.
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

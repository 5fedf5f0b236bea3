// Imaging: starts the image libraries, names their versions, and frees their memory of a thread.
private import CJPEG
private import CTIFF
private import CVips

/// The image libraries as a whole. All modules use libvips through this module only.
public enum Imaging {
    /// Starts libvips. Call it once, before anything else of this module.
    /// - Parameter threadsPerOperation: how many threads libvips may use to compute one image, at least 1. Decoding always uses one thread,
    ///   so that no damage is missed.
    /// - Throws: `io` with the reason of libvips.
    public static func start(threadsPerOperation: Int) throws(ImagingError) {
        guard isInitialised else { throw .io(reason: Vips.takeReason()) }
        VipsLog.install()
        // The operation cache of libvips would keep files open and pixels in memory beyond our own limits. It would rarely hit, because
        // an image is opened once and kept.
        vips_cache_set_max(0)
        vips_concurrency_set(Int32(clamping: max(1, threadsPerOperation)))
    }

    /// A constant, so that the initialisation runs once: a second caller of `vips_init` returns while the first call still runs.
    private static let isInitialised = unsafe vips_init("azulejo") == 0

    /// Frees the memory that libvips keeps for the calling thread. Call it at the end of each thread that used this module.
    public static func threadDidEnd() { vips_thread_shutdown() }

    /// The versions of the libraries that the bytes of a tile depend on, such as "libvips 8.14.1, libjpeg-turbo 2001005, LIBTIFF, Version
    /// 4.5.0". For libjpeg-turbo it is the version of its header at compile time, because the library has no function that tells its own.
    public static var libraryVersions: String {
        let tiff = unsafe String(cString: azt_version()).prefix { $0 != "\n" }
        return "libvips \(vips_version(0)).\(vips_version(1)).\(vips_version(2)), libjpeg-turbo \(azj_library_version()), \(tiff)"
    }
}

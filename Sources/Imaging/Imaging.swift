// Imaging: the library as a whole: start it, name it, and say goodbye to it on a thread.
private import CJPEG
private import CTIFF
private import CVips

/// Everything that reads, computes or writes pixels. libvips works behind it and shows nowhere else.
public enum Imaging {
    /// Must be called before anything else of this module.
    /// `threadsPerOperation` is how many threads libvips may use to compute one image. Decoding takes one whatever this says,
    /// so that no damage is missed.
    public static func start(threadsPerOperation: Int) throws(ImagingError) {
        guard isInitialised else { throw .io(reason: Vips.takeReason()) }
        VipsLog.install()
        // Its cache of operations would keep files open and pixels in memory beyond our own bounds, and hits little: an image is
        // opened here once and kept.
        vips_cache_set_max(0)
        vips_concurrency_set(Int32(clamping: max(1, threadsPerOperation)))
    }

    /// A constant, since libvips' start-up takes a second caller for one that comes after it, though it still runs.
    private static let isInitialised = unsafe vips_init("azulejo") == 0

    /// Frees what libvips keeps for the calling thread. Must be called on each thread that used this module, at its end.
    public static func threadDidEnd() { vips_thread_shutdown() }

    /// The versions of what the bytes of a tile depend on, such as "libvips 8.14.1, libjpeg-turbo 2001005, LIBTIFF, Version 4.5.0": of
    /// libjpeg-turbo that which we were compiled with, since it does not tell its own.
    public static var libraryVersions: String {
        let tiff = unsafe String(cString: azt_version()).prefix { $0 != "\n" }
        return "libvips \(vips_version(0)).\(vips_version(1)).\(vips_version(2)), libjpeg-turbo \(azj_library_version()), \(tiff)"
    }
}

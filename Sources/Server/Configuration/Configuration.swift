// The settings of a server.

public import Geometry
public import Protocols

/// The settings of a server and of the commands that share its images and its cache. A plain value; the command line is read elsewhere.
public struct Configuration: Sendable {
    /// The path of the folder of images.
    public var folder = "."
    /// The name or address to listen on.
    public var host = "127.0.0.1"
    /// The port to listen on; 0 picks a free one.
    public var port: UInt16 = 8080
    /// The path of the folder of pyramids and derivatives. It is created when it is missing.
    public var cacheFolder = ""
    /// The most bytes of pyramids and derivatives on disk.
    public var cacheSize = 10 << 30
    /// The most bytes of encoded tiles in memory.
    public var memoryCache = 256 << 20
    /// The number of event loops, at least 1.
    public var threads = 1
    /// The number of threads that decode and encode, at least 1.
    public var workers = 1
    /// The width and height of a tile in pixels, for sources that do not determine it. Even, from 64 to 4096.
    public var tileSize = 512
    /// The JPEG quality of tiles, from 1 to 100.
    public var quality = 80
    /// The format of pyramids' tiles: one of `TilePolicy.formats`.
    public var tileFormat = ImageFormat.jpg
    /// The colour behind transparent images in formats without alpha.
    public var background = Colour.white
    /// The beginning of all URLs that are written; nil to take it from each request.
    public var origin: BaseURL?
    /// The proxies whose Forwarded and X-Forwarded-* fields are believed; nil for none.
    public var trustedProxies: TrustedProxies?
    /// The text that stands for a slash in the identifiers of URLs, besides %2F; nil for none.
    public var slashSubstitute: SlashSubstitute?
    /// The token of requests that may remove an image from the caches; nil when no request may.
    public var adminToken: AdminToken?
    /// The path of the folder of pages and scripts.
    public var publicFolder = ""
    /// The most pixels of a source. A larger source is answered with 413.
    public var maxSourcePixels = 100_000_000_000
    /// The most bytes of memory for decoders that hold a whole image. A source that needs more is answered with 413.
    public var decodeMemory = 2 << 30
    /// The most pixels of one answer.
    public var maxOutputPixels = 64_000_000
    /// True to show the readable part of a damaged image; false to answer with an error.
    public var isLenient = false
    /// The most connections at the same time. A further connection is answered with 503 and closed.
    public var maxConnections = 10_000
    /// The most images, and the most pyramids, that are kept open. No option: it follows from the process's limit of descriptors.
    var openFiles = 64
    /// Seconds within which a request is answered.
    public var requestTimeout = 30
    /// Seconds that running requests may take after the first signal to stop.
    public var shutdownTimeout = 10
    /// True to write a line for each request to standard error.
    public var accessLog = false
    /// The format of lines on standard output and standard error.
    public var logFormat = Log.Format.text

    /// The defaults of all options that do not depend on the machine.
    public init() {}
}

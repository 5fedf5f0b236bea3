// Everything that an operator can decide.

public import Geometry
internal import Protocols

/// The settings of one server. `Options` reads them from the command line and the environment.
public struct Configuration: Sendable {
    /// The folder of images.
    public var folder = "."
    /// The name or address to listen on.
    public var host = "127.0.0.1"
    /// 0 picks a free port.
    public var port: UInt16 = 8080
    /// The folder of pyramids and derivatives; made where it is missing.
    public var cacheFolder = ""
    /// Bytes of pyramids and derivatives on disk.
    public var cacheSize = 10 << 30
    /// Bytes of encoded tiles in memory.
    public var memoryCache = 256 << 20
    /// Event loops.
    public var threads = 1
    /// Threads that decode and encode.
    public var workers = 1
    /// Pixels of a tile's side, where the source does not decide it.
    public var tileSize = 512
    /// JPEG quality, 1 to 100.
    public var quality = 80
    /// Behind transparent images where a format keeps no alpha.
    public var background = Colour.white
    /// Scheme, host and prefix of every URL that is written; nil takes them from the request.
    var origin: BaseURL?
    /// Who may say what clients asked for.
    var trustedProxies: TrustedProxies?
    /// What stands for a slash in the identifiers of URLs, besides %2F.
    var slashSubstitute: SlashSubstitute?
    /// What has the right to make the server forget; nil where nobody has.
    var adminToken: AdminToken?
    /// The folder of the pages and scripts.
    public var publicFolder = ""
    /// Pixels of a source at most; a larger one is answered 413.
    public var maxSourcePixels = 100_000_000_000
    /// Bytes of memory for decoders that hold the whole image; one that needs more alone is answered 413.
    public var decodeMemory = 2 << 30
    /// Pixels of one answer at most.
    public var maxOutputPixels = 64_000_000
    /// Whether what can be read of a damaged image is shown, and not an error.
    public var isLenient = false
    /// Connections at once; one more is told so and closed.
    public var maxConnections = 10_000
    /// Images, and as many pyramids, that are kept open; no option, but what the system has descriptors for.
    var openFiles = 64
    /// Seconds within which a request is answered.
    public var requestTimeout = 30
    /// Seconds that running requests have when the server is told to stop.
    public var shutdownTimeout = 10
    /// Whether each request is written to standard error.
    public var accessLog = false
    /// How lines on standard output and standard error are written.
    public var logFormat = Log.Format.text

    public init() {}
}

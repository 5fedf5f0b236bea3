// TileJPEG: a JPEG inside another file: completed, checked, decoded as planes. The border to libjpeg for tiles.
private import CJPEG
internal import Geometry

/// A JPEG stream. In a TIFF it may lack the tables that all tiles share.
struct TileJPEG {
    /// The start of each stream: the start of a JPEG, and the markers that all streams of a directory share.
    struct Head: Hashable {
        var bytes: [UInt8]

        /// - Parameters:
        ///   - tables: the abbreviated JPEG of the TIFF's JPEGTables. Only its quantisation and Huffman tables are used: a decoder forgets
        ///     the rest when the next JPEG begins.
        ///   - transform: the transform of an Adobe marker; nil for no marker.
        init(tables: [UInt8], transform: UInt8?) {
            bytes = TileJPEG.start
            // Adobe's technical note 5116: version, two flags, and the kind of colours.
            if let transform { bytes += [0xff, 0xee, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform] }
            var at = 2
            while at + 4 <= tables.count, tables[at] == 0xff {
                let end = at + 2 + Int(tables[at + 2]) << 8 + Int(tables[at + 3])
                guard end <= tables.count, end >= at + 4 else { break }
                if TileJPEG.tableMarkers.contains(tables[at + 1]) { bytes += tables[at..<end] }
                at = end
            }
        }
    }

    /// The content of the markers before the pixels.
    struct Header {
        let size: PixelSize
        let components: Int
        let colours: Colours
        /// True when a marker names the colours, so that no decoder has to guess.
        let isMarked: Bool
        /// True when every decoder can read this kind of JPEG.
        let isCommon: Bool
        /// The layout of a strip with the same planes; nil when no strip can have them.
        let layout: StripLayout?

        fileprivate init(_ found: AzjTileHeader) {
            size = PixelSize(width: Int(found.width), height: Int(found.height))
            components = Int(found.components)
            colours =
                switch Int(found.colours) {
                case AZJ_GREY: .grey
                case AZJ_YCC: .yCbCr
                case AZJ_RGB: .rgb
                default: .other
                }
            isMarked = found.is_marked != 0
            isCommon = found.is_common != 0
            if found.is_planar == 0 || found.share_x != found.share_y {
                layout = nil
            } else {
                layout = components == 1 ? .grey : .colour(halvesChroma: found.share_x == 2)
            }
        }
    }

    enum Colours {
        case grey, yCbCr, rgb, other
    }

    private let head: [UInt8]
    /// As it lies in the file.
    private let stored: [UInt8]

    /// Start of image.
    static let start: [UInt8] = [0xff, 0xd8]
    /// Quantisation and Huffman tables.
    private static let tableMarkers: [UInt8] = [0xdb, 0xc4]

    /// Throws `damaged` when the stream does not begin as a JPEG does.
    init(_ head: Head, _ stored: [UInt8]) throws(ImagingError) {
        guard stored.starts(with: Self.start) else { throw .damaged(reason: "a tile is no JPEG") }
        self.head = head.bytes
        self.stored = stored
    }

    /// A complete JPEG.
    var bytes: [UInt8] { head + stored[Self.start.count...] }

    /// Reads the markers before the pixels. Throws `damaged` when they are not well formed.
    func header() throws(ImagingError) -> Header {
        var found = AzjTileHeader()
        try run { pieces, reason in unsafe azj_read_header(pieces, &found, reason) }
        return Header(found)
    }

    /// Decodes the entropy code of all pixels.
    /// - Returns: the number of bytes behind the end.
    /// - Throws: `damaged` even when the decoder only warns; `unreadable` when decoding would take too much memory or time.
    func check() throws(ImagingError) -> Int {
        var behind = 0
        try run { pieces, reason in unsafe azj_check(pieces, &behind, reason) }
        return behind
    }

    /// Decodes the planes to their place in a strip. Writes nothing outside the room.
    /// - Parameter room: in pixels of the strip; all four numbers are multiples of 16.
    /// - Returns: the header, and the number of bytes behind the end.
    /// - Throws: `damaged` as `check` does; `unreadable` when the strip has other planes, the planes need more room, or there are several
    ///   scans.
    func decode(into strip: Strip, room: PixelRect) throws(ImagingError) -> (header: Header, behind: Int) {
        precondition((room.x | room.y | room.width | room.height) & 15 == 0, "rooms are whole blocks")
        precondition(PixelRect(x: 0, y: 0, width: strip.width, height: strip.capacity).intersection(room) == room, "a room lies within")
        var planes = AzjPlanes()
        planes.width = Int32(room.width)
        planes.height = Int32(room.height)
        unsafe planes.components = Int32(strip.planes.count)
        let share: Int32 = strip.layout == .colour(halvesChroma: true) ? 2 : 1
        (planes.share_x, planes.share_y) = (share, share)
        func base(_ index: Int) -> UnsafeMutablePointer<UInt8>? {
            guard unsafe index < strip.planes.count else { return nil }
            let plane = unsafe strip.planes[index]
            return unsafe plane.row(room.y >> plane.shift) + room.x >> plane.shift
        }
        func stride(_ index: Int) -> Int { unsafe index < strip.planes.count ? strip.planes[index].stride : 0 }
        unsafe planes.bases = unsafe (base(0), base(1), base(2))
        planes.strides = (stride(0), stride(1), stride(2))
        var found = AzjTileHeader()
        var behind = 0
        try run { pieces, reason in unsafe azj_read_planes(pieces, &planes, &found, &behind, reason) }
        return (Header(found), behind)
    }

    /// The upper left corner as a JPEG of the same coefficients. Throws `damaged` even when the decoder only warns.
    func corner(_ size: PixelSize) throws(ImagingError) -> [UInt8] {
        var corner: UnsafeMutablePointer<UInt8>?
        var count = 0
        let whole = bytes
        try Self.explaining { reason in
            unsafe whole.withUnsafeBufferPointer { jpeg in
                unsafe azj_corner(jpeg.baseAddress, jpeg.count, Int32(size.width), Int32(size.height), &corner, &count, reason)
            }
        }
        defer { unsafe azj_free(corner) }
        return unsafe [UInt8](UnsafeBufferPointer(start: corner, count: count))
    }

    @safe fileprivate func run(_ body: (AzjPieces, UnsafeMutablePointer<CChar>?) -> Int32) throws(ImagingError) {
        try Self.explaining { reason in
            unsafe head.withUnsafeBufferPointer { head in
                unsafe stored.withUnsafeBufferPointer { stored in
                    let skipped = Self.start.count
                    let pieces = unsafe AzjPieces(
                        head: head.baseAddress, rest: stored.baseAddress.map { unsafe $0 + skipped }, head_count: head.count,
                        rest_count: stored.count - skipped)
                    return unsafe body(pieces, reason)
                }
            }
        }
    }

    /// Calls a C function that writes the reason of its failure into its argument.
    @safe private static func explaining(_ body: (UnsafeMutablePointer<CChar>?) -> Int32) throws(ImagingError) {
        var reason = [CChar](repeating: 0, count: Int(AZJ_REASON_SIZE))
        let result = unsafe reason.withUnsafeMutableBufferPointer { unsafe body($0.baseAddress) }
        guard result != 0 else { return }
        let text = String(decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        throw result == Int32(AZJ_TILE_UNSUPPORTED) ? .unreadable(reason: text) : .damaged(reason: text)
    }
}

// From a product's name to its bytes: which level of what it is cut from.

internal import Geometry
internal import Imaging
internal import Library

/// Makes the bytes of products on the calling thread, a worker's.
final class Renderer: Sendable {
    private let readers = ReaderStore()
    private let pyramids: PyramidStore
    private let quality: Int
    private let background: Colour

    init(pyramids: PyramidStore, quality: Int, background: Colour) {
        self.pyramids = pyramids
        self.quality = quality
        self.background = background
    }

    /// What a product was made from.
    enum Outcome {
        /// The bytes stand in a pyramid already, so nothing else needs to keep them.
        case stored([UInt8])
        /// The bytes were computed.
        case rendered([UInt8])
        /// There must be a pyramid first.
        case needsPyramid
    }

    /// Whether a product's bytes stand in the image's pyramid as they are.
    func readsFromPyramid(_ product: Product, of record: ImageRecord) -> Bool {
        guard case .tile(let key) = product, record.grid.contains(key.address) else { return false }
        return key.format == PyramidStore.format(of: record) && record.storedLevel(for: key.address.level) == nil
    }

    func render(_ product: Product, of record: ImageRecord) throws(TileError) -> Outcome {
        do throws(ImagingError) {
            switch product {
            case .tile(let key): return try renderTile(key, of: record)
            case .rendition(_, .thumbnail(let side)): return try renderThumbnail(side, of: record)
            case .rendition(_, .region(let region, let size, let quality, let format)):
                let scale = max(Double(size.width) / Double(region.width), Double(size.height) / Double(region.height))
                let level = record.grid.level(forScale: scale)
                let part = record.grid.part(region, ofLevel: level)
                guard let image = try levelImage(level, part: part, of: record) else { return .needsPyramid }
                return .rendered(
                    try image.render(
                        RegionRender(
                            region: part.scaled(from: record.grid.size(ofLevel: level), to: image.size), size: size, quality: quality,
                            encoding: encoding(format), background: background)))
            case .rendition(_, .viewport(let canvas, let place, let format, let background)):
                let scale = place.width / Double(record.grid.size.width)
                let level = record.grid.level(forScale: scale)
                let levelSize = record.grid.size(ofLevel: level)
                var render = ViewportRender(
                    canvas: canvas, place: place, covered: levelSize.covered(by: record.grid.size), encoding: encoding(format),
                    background: background)
                let part = render.region(ofLevel: levelSize) ?? PixelRect(x: 0, y: 0, width: 1, height: 1)
                guard let image = try levelImage(level, part: part, of: record) else { return .needsPyramid }
                render.covered = image.size.covered(by: record.grid.size)
                return .rendered(try image.render(render))
            }
        } catch {
            if error == .changedWhileReading { readers.forget(record.version) }
            throw .source(error)
        }
    }

    private func renderTile(_ key: TileKey, of record: ImageRecord) throws(ImagingError) -> Outcome {
        guard let place = record.grid.tileRect(key.address) else { throw .notFound }
        if let stored = record.storedLevel(for: key.address.level) {
            let image = try readers.reader(of: record).levels[stored]
            let region = place.scaled(from: record.grid.size(ofLevel: key.address.level), to: image.size)
            return .rendered(
                try image.render(
                    RegionRender(
                        region: region, size: place.size, encoding: encoding(key.format), background: background)))
        }
        guard let pyramid = pyramids.existing(record) else { return .needsPyramid }
        let bytes = try bytes(of: key.address, in: pyramid, record.version)
        if key.format == pyramid.format { return .stored(bytes) }
        let whole = PixelRect(place.size)
        let image = try LevelImage(size: place.size, tiles: [(whole, bytes)])
        return .rendered(try image.render(RegionRender(region: whole, encoding: encoding(key.format), background: background)))
    }

    /// From levels that are there already; else by whatever shortcut the source's format has.
    private func renderThumbnail(_ side: Int, of record: ImageRecord) throws(ImagingError) -> Outcome {
        let full = record.grid.size
        let scale = min(1, Double(side) / Double(full.longerSide))
        let size = PixelSize(
            width: max(1, Int((Double(full.width) * scale).rounded())), height: max(1, Int((Double(full.height) * scale).rounded())))
        let level = record.grid.level(forScale: scale)
        let part = PixelRect(record.grid.size(ofLevel: level))
        if let image = try levelImage(level, part: part, of: record) {
            let render = RegionRender(region: PixelRect(image.size), size: size, encoding: encoding(.jpg), background: background)
            return .rendered(try image.render(render))
        }
        return .rendered(try SourceFile(path: record.path).thumbnail(record.description, side: side, quality: quality))
    }

    /// The picture at a level of the grid, of which at least `part`, in the level's own pixels, can be rendered. A level that the file holds
    /// may have another size than the grid's. Nil where a pyramid is needed and not there.
    private func levelImage(_ level: Int, part: PixelRect, of record: ImageRecord) throws(ImagingError) -> LevelImage? {
        if let stored = record.storedLevel(for: level) { return try readers.reader(of: record).levels[stored] }
        guard let pyramid = pyramids.existing(record) else { return nil }
        var tiles: [(place: PixelRect, bytes: [UInt8])] = []
        let side = record.grid.tileSize
        for row in part.y / side...(part.maxY - 1) / side {
            for column in part.x / side...(part.maxX - 1) / side {
                let address = TileAddress(level: level, column: column, row: row)
                guard let place = record.grid.tileRect(address) else { continue }
                tiles.append((place, try bytes(of: address, in: pyramid, record.version)))
            }
        }
        return try LevelImage(size: record.grid.size(ofLevel: level), tiles: tiles)
    }

    /// A tile's bytes. A pyramid that cannot be read is trouble with the disk, not with the source.
    private func bytes(of address: TileAddress, in pyramid: PyramidFile, _ version: ImageVersion) throws(ImagingError) -> [UInt8] {
        do {
            return try pyramid.tile(address)
        } catch {
            pyramids.discard(pyramid, version)
            throw .io(reason: "\(error)")
        }
    }

    private func encoding(_ format: ImageFormat) -> Encoding { Encoding(format, quality: quality) }
}

extension PixelSize {
    /// How many pixels of a level of this size a whole image covers. Where each halving rounded, up or down, that is a fraction.
    func covered(by full: PixelSize) -> Size {
        func axis(_ extent: Int, _ full: Int) -> Double {
            let factor = (Double(full) / Double(extent)).rounded()
            let exact = Double(full) / factor
            return abs(exact - Double(extent)) < 1 ? exact : Double(extent)
        }
        return Size(width: axis(width, full.width), height: axis(height, full.height))
    }
}

extension PyramidGrid {
    /// The smallest level that has at least as many pixels as an image at that scale of the full one.
    func level(forScale scale: Double) -> Int {
        (0..<levelCount).first { Double(scaleFactor(ofLevel: $0)) * scale <= 1 } ?? levelCount - 1
    }

    /// A region of the full image in the pixels of a level: those nearest to its edges, and at least one.
    func part(_ region: PixelRect, ofLevel level: Int) -> PixelRect {
        let factor = scaleFactor(ofLevel: level)
        let size = size(ofLevel: level)
        func axis(_ start: Int, _ end: Int, full: Int, _ extent: Int) -> Range<Int> {
            let first = min((start + factor / 2) / factor, extent - 1)
            // The image's own edge is the level's edge, which is rounded up.
            let last = end == full ? extent : min((end + factor / 2) / factor, extent)
            return first..<max(first + 1, last)
        }
        let x = axis(region.x, region.maxX, full: self.size.width, size.width)
        let y = axis(region.y, region.maxY, full: self.size.height, size.height)
        return PixelRect(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count)
    }
}

extension PixelRect {
    /// The same part of a picture that has another size. Where that is shorter by the pixel that halving with floor drops, the part lies where
    /// it lay, and may reach over the edge by that pixel.
    func scaled(from: PixelSize, to: PixelSize) -> PixelRect {
        func axis(_ start: Int, _ count: Int, _ from: Int, _ to: Int) -> Range<Int> {
            if abs(from - to) <= 1 {
                let first = min(start, to - 1)
                return first..<first + count
            }
            let ratio = Double(to) / Double(from)
            let first = min(Int((Double(start) * ratio).rounded()), to - 1)
            return first..<max(first + 1, min(Int((Double(start + count) * ratio).rounded()), to))
        }
        let horizontal = axis(x, width, from.width, to.width)
        let vertical = axis(y, height, from.height, to.height)
        return PixelRect(x: horizontal.lowerBound, y: vertical.lowerBound, width: horizontal.count, height: vertical.count)
    }
}

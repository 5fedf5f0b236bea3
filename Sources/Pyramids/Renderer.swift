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
                let level = record.grid.level(from: region, to: size)
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
        guard let pyramid = try existingPyramid(of: record) else { return .needsPyramid }
        let bytes = try bytes(of: key.address, in: pyramid, record.version)
        if key.format == pyramid.format { return .stored(bytes) }
        let whole = PixelRect(place.size)
        let image = try LevelImage(size: place.size, tiles: [(whole, bytes)])
        return .rendered(try image.render(RegionRender(region: whole, encoding: encoding(key.format), background: background)))
    }

    /// From levels that are there already; else by whatever shortcut the source's format has.
    private func renderThumbnail(_ side: Int, of record: ImageRecord) throws(ImagingError) -> Outcome {
        let full = record.grid.size
        let size = full.fitting(side: side)
        let level = record.grid.level(from: PixelRect(full), to: size)
        let part = PixelRect(record.grid.size(ofLevel: level))
        if let image = try levelImage(level, part: part, of: record) {
            let render = RegionRender(region: PixelRect(image.size), size: size, encoding: encoding(.jpg), background: background)
            return .rendered(try image.render(render))
        }
        return .rendered(try record.openSource().thumbnail(record.description, side: side, quality: quality))
    }

    /// The picture at a level of the grid, of which at least `part`, in the level's own pixels, can be rendered. A level that the file holds
    /// may have another size than the grid's. Nil where a pyramid is needed and not there.
    private func levelImage(_ level: Int, part: PixelRect, of record: ImageRecord) throws(ImagingError) -> LevelImage? {
        if let stored = record.storedLevel(for: level) { return try readers.reader(of: record).levels[stored] }
        guard let pyramid = try existingPyramid(of: record) else { return nil }
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

    /// The image's pyramid, if it is built. One that cannot be opened is trouble with the disk, not with the source.
    private func existingPyramid(of record: ImageRecord) throws(ImagingError) -> PyramidFile? {
        do throws(SystemError) {
            return try pyramids.existing(record)
        } catch {
            throw .io(reason: "\(error)")
        }
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

extension PyramidGrid {
    /// The level to cut a region from that is to have that size: the smallest that is sharp along both axes, unless it has many more pixels
    /// than are asked for. A picture squeezed to a line must not cost all the pixels of the image.
    fileprivate func level(from region: PixelRect, to size: PixelSize) -> Int {
        let scale = max(Double(size.width) / Double(region.width), Double(size.height) / Double(region.height))
        var level = level(forScale: scale)
        while level > 0, part(region, ofLevel: level).size.area > 4 * size.area + 4 * tileSize * tileSize { level -= 1 }
        return level
    }
}

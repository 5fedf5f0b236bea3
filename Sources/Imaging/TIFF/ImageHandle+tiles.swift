// Makes missing tiles black instead of damage.
private import CVips
private import Geometry

extension ImageHandle {
    /// The image, just opened, of a TIFF's directory, with black pixels for tiles that have no place in the file and, with `isLenient`, for
    /// tiles that cannot be decoded. libvips takes both for an error.
    func patched(_ tiles: SourceTiles, isLenient: Bool) throws(ImagingError) -> ImageHandle {
        guard tiles.hasVoids || isLenient else { return self }
        guard width == tiles.size.width, height == tiles.size.height else {
            throw .damaged(reason: "a picture has another size than its directory says")
        }
        var voids: [UInt8] = []
        for row in 0..<tiles.rows {
            for column in 0..<tiles.columns {
                voids.append(tiles.indices(column: column, row: row).contains(where: tiles.isVoid) ? 1 : 0)
            }
        }
        return try Vips.run { out in
            unsafe azv_patched(
                pointer, out, Int32(clamping: tiles.tileSize.width), Int32(clamping: tiles.tileSize.height), Int32(tiles.columns), voids,
                voids.count, isLenient ? 1 : 0)
        }
    }
}

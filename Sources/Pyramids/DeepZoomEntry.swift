// The names of a DeepZoom tree's files.

internal import Geometry

/// The place of a tile in a DeepZoom tree, from an entry's name such as `scan/scan_files/12/3_4.jpg`.
struct DeepZoomEntry {
    let level: Int
    let column: Int
    let row: Int
    let format: ImageFormat

    /// Nil for entries that are no tiles.
    init?(name: ArraySlice<UInt8>) {
        let parts = name.split(separator: UInt8(ascii: "/"))
        guard parts.count >= 3, parts[parts.count - 3].suffix(6).elementsEqual("_files".utf8) else { return nil }
        let tile = parts[parts.count - 1].split(separator: UInt8(ascii: "."))
        guard tile.count == 2 else { return nil }
        let place = tile[0].split(separator: UInt8(ascii: "_"))
        let fileExtension = Array(tile[1])
        guard place.count == 2,
            let level = DeepZoomEntry.number(parts[parts.count - 2]), level < 64,
            let column = DeepZoomEntry.number(place[0]),
            let row = DeepZoomEntry.number(place[1]),
            let format = ImageFormat(fileExtension: fileExtension.span)
        else { return nil }
        self.level = level
        self.column = column
        self.row = row
        self.format = format
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...9).contains(digits.count) else { return nil }
        var value = 0
        for digit in digits {
            guard (0x30...0x39).contains(digit) else { return nil }
            value = value * 10 + Int(digit - 0x30)
        }
        return value
    }
}

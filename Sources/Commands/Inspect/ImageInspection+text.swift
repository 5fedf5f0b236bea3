// The properties of an image as a text, for people.

private import Geometry
private import Imaging

extension ImageInspection {
    /// Millions of pixels, rounded to one decimal.
    var megapixels: Double { (Double(image.size.area) / 100_000).rounded() / 10 }

    /// Lines with aligned columns, without a line break at the end.
    var text: String {
        let facts = [
            ("format", "\(image.format), \(ImageInspection.amount(byteCount))" + pages),
            ("size", "\(image.size.width) x \(image.size.height) pixels, \(megapixels) megapixels"),
            ("colour", colour),
            ("orientation", image.orientation == 1 ? "1, upright" : "\(image.orientation), is turned upright"),
            ("decoding", decoding),
            ("tiles", tiles),
            ("pyramid", pyramid),
        ]
        return
            ([BuildProgress.printable(source)] + ImageInspection.aligned(facts.map { ["  " + $0.0, $0.1] }, toRight: []) + [""]
            + ImageInspection.aligned(table, toRight: [0, 1, 2, 3, 4, 5])).joined(separator: "\n")
    }

    private var pages: String { image.pages > 1 ? ", page \(image.page + 1) of \(image.pages)" : "" }

    private var colour: String {
        let bands = image.bands == 1 ? "1 band" : "\(image.bands) bands"
        let profile = image.hasProfile ? "a profile" : "no profile"
        let alpha = image.hasAlpha ? "alpha" : "no alpha"
        return "\(image.interpretation), \(bands) of \(image.bitsPerBand) bits, \(profile), \(alpha)"
            + (image.isInStandardColour ? "" : "; converted to sRGB or grey of 8 bits")
    }

    private var decoding: String {
        let kind = image.isProgressive ? "progressive; " : ""
        guard image.decodeBytes > 0 else { return kind + "row by row" }
        let amount = "as a whole, in about \(ImageInspection.amount(image.decodeBytes)) of memory"
        return kind + amount
            + (image.decodeBytes > decodeLimit ? ": more than the \(ImageInspection.amount(decodeLimit)) of --decode-memory" : "")
    }

    private var tiles: String {
        guard let stored = image.sourceTileSize else { return "\(tileSize) x \(tileSize) pixels" }
        return "\(tileSize) x \(tileSize) pixels; the file's own are \(stored.width) x \(stored.height)"
    }

    private var pyramid: String {
        if isNative { return "none: the file holds its own levels" }
        return image.sourceLevels.isEmpty ? "built when the first tile is asked for" : "built for the levels that the file lacks"
    }

    private var table: [[String]] {
        let head = ["level", "width", "height", "columns", "rows", "in the file", "tiles"]
        return [head]
            + levels.map { level in
                let (stored, tiles) =
                    switch level.origin {
                    case .pyramid: ("no", "from the pyramid")
                    case .file(let size, nil): ("\(size.width) x \(size.height)", "sent as they are stored")
                    case .file(let size, let reason?): ("\(size.width) x \(size.height)", "decoded: \(reason)")
                    }
                let numbers = [level.level, level.size.width, level.size.height, level.columns, level.rows]
                return numbers.map(String.init) + [stored, tiles]
            }
    }

    /// One line for each row. Each column is as wide as its widest cell.
    /// - Parameter toRight: the columns whose cells are aligned to the right.
    private static func aligned(_ rows: [[String]], toRight: Set<Int>) -> [String] {
        let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                let gap = column == 0 ? "" : "  "
                line += gap + (toRight.contains(column) ? padding + cell : column == row.count - 1 ? cell : cell + padding)
            }
            return line
        }
    }

    /// A number of bytes with a unit of matching magnitude.
    private static func amount(_ bytes: Int) -> String {
        let units = [("GB", 1e9), ("MB", 1e6), ("kB", 1e3)]
        guard let (unit, size) = units.first(where: { Double(bytes) >= $0.1 }) else { return "\(bytes) bytes" }
        return "\((Double(bytes) / size * 10).rounded() / 10) \(unit)"
    }
}

// Profile: an ICC profile of three primaries, written by hand (ICC.1:2001-04).

enum Profile {
    /// The primaries of Display P3, adapted to D50, with a curve of `gamma`.
    static func wide(gamma: Double, name: String = "wide") -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
        func fixed(_ value: Double) -> [UInt8] { number(Int((value * 65536).rounded())) }
        func point(_ values: [Double]) -> [UInt8] { Array("XYZ ".utf8) + number(0) + values.flatMap(fixed) }
        let gamma = Int((gamma * 256).rounded())
        let curve = Array("curv".utf8) + number(0) + number(1) + [UInt8(gamma >> 8), UInt8(gamma & 255), 0, 0]
        let text = Array(name.utf8) + [0]
        let description = Array("desc".utf8) + number(0) + number(text.count) + text + [UInt8](repeating: 0, count: 78 + 3)
        let tags: [(String, [UInt8])] = [
            ("desc", description), ("cprt", Array("text".utf8) + number(0) + [0, 0, 0, 0]), ("wtpt", point([0.9642, 1, 0.8249])),
            ("rXYZ", point([0.5151, 0.2412, -0.0011])), ("gXYZ", point([0.2920, 0.6922, 0.0419])),
            ("bXYZ", point([0.1571, 0.0666, 0.7841])), ("rTRC", curve), ("gTRC", curve), ("bTRC", curve),
        ]
        var data: [UInt8] = []
        var table = number(tags.count)
        let start = 128 + 4 + 12 * tags.count
        for (name, bytes) in tags {
            table += Array(name.utf8) + number(start + data.count) + number(bytes.count)
            data += bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
        }
        var head = number(start + data.count) + number(0) + number(0x0210_0000) + Array("mntrRGB XYZ ".utf8)
        head += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8) + [UInt8](repeating: 0, count: 28)
        head += fixed(0.9642) + fixed(1) + fixed(0.8249)
        head += [UInt8](repeating: 0, count: 128 - head.count)
        return head + table + data
    }
}

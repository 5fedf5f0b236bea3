// Archive: reads a stored zip archive by its central directory, without anything of the code under test.

/// The entries of a stored zip by name.
public struct Archive {
    public private(set) var entries: [String: [UInt8]] = [:]

    public enum Broken: Error { case noEnd, notStored(String), badEntry(String) }

    public init(_ bytes: [UInt8]) throws {
        func number(_ at: Int, _ size: Int) -> Int {
            (0..<size).reduce(0) { at + $1 < bytes.count ? $0 | Int(bytes[at + $1]) << (8 * $1) : $0 }
        }
        guard let end = bytes.indices.reversed().prefix(66_000).first(where: { number($0, 4) == 0x0605_4b50 }) else { throw Broken.noEnd }
        var count = number(end + 10, 2)
        var at = number(end + 16, 4)
        if end >= 20, number(end - 20, 4) == 0x0706_4b50 {
            let wide = number(end - 12, 8)
            count = number(wide + 32, 8)
            at = number(wide + 48, 8)
        }
        for _ in 0..<count {
            guard number(at, 4) == 0x0201_4b50 else { throw Broken.badEntry("\(at)") }
            let nameLength = number(at + 28, 2)
            let extraLength = number(at + 30, 2)
            let name = String(decoding: bytes[at + 46..<at + 46 + nameLength], as: UTF8.self)
            var size = number(at + 24, 4)
            var start = number(at + 42, 4)
            var field = at + 46 + nameLength
            let fields = field + extraLength
            while field < fields {
                if number(field, 2) == 1 {
                    var value = field + 4
                    if size == 0xffff_ffff {
                        size = number(value, 8)
                        value += 16
                    }
                    if start == 0xffff_ffff { start = number(value, 8) }
                }
                field += 4 + number(field + 2, 2)
            }
            guard number(at + 10, 2) == 0 else { throw Broken.notStored(name) }
            guard number(start, 4) == 0x0403_4b50 else { throw Broken.badEntry(name) }
            let data = start + 30 + number(start + 26, 2) + number(start + 28, 2)
            guard data + size <= bytes.count else { throw Broken.badEntry(name) }
            entries[name] = Array(bytes[data..<data + size])
            at = fields + number(at + 32, 2)
        }
    }
}

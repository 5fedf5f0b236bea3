import Geometry
import Testing
@testable import Imaging

/// Idle decoders have limits for all files together.
@Suite struct IdleDecodersTests {
    let folder = Folder()

    private func reader(_ name: String, _ idle: IdleDecoders) throws -> ImageReader {
        let levels = [Picture.waves(256, 128), Picture.waves(128, 64), Picture.waves(64, 32)]
        let file = try folder.source(TIFF(pages: levels.map { TIFF.Page($0, tile: 32) }).bytes(), name)
        return try ImageReader(file, ImageDescription.describe(file), idle: idle)
    }

    private func render(_ level: LevelImage) throws {
        _ = try level.render(RenderPlan(region: PixelRect(x: 0, y: 0, width: 20, height: 20), encoding: Encoding(.png)))
    }

    @Test("The limit counts the idle decoders of all files together")
    func ofAllFilesTogether() throws {
        let idle = IdleDecoders(capacity: 4, byteCapacity: 1 << 30)
        var readers = try (0..<3).map { try reader("\($0).tif", idle) }
        for reader in readers { for level in reader.levels { try render(level) } }
        #expect(idle.count == 4)
        // Idle decoders are used again instead of opening others.
        try render(readers[2].levels[0])
        #expect(idle.count == 4)
        readers.removeLast()
        #expect(idle.count == 1)
        readers.removeAll()
        #expect(idle.count == 0)
    }

    /// Each of these decoders has more memory than the limit for all of them.
    @Test("Decoders of wide levels do not replace each other")
    func byMemory() throws {
        let idle = IdleDecoders(capacity: 100, byteCapacity: 32)
        let reader = try reader("a.tif", idle)
        for level in reader.levels { try render(level) }
        #expect(idle.share == 2 && idle.count == 3)
    }

    @Test("Any sequence of calls gives what a searched list gives")
    func property() throws {
        let idle = IdleDecoders(capacity: 6, byteCapacity: 30)
        var generator = SeededGenerator(5)
        let pools = (0..<4).map { _ in Folder() }
        let ids = pools.map { ObjectIdentifier($0) }
        var model: [(pool: Int, decoder: ImageHandle, bytes: Int)] = []
        for _ in 0..<3_000 {
            let pool = Int.random(in: 0..<4, using: &generator)
            let last = model.lastIndex { $0.pool == pool }
            switch Int.random(in: 0..<10, using: &generator) {
            case 0:
                idle.forget(ids[pool])
                model.removeAll { $0.pool == pool }
            case 1..<4:
                #expect(idle.take(ids[pool]) === last.map { model[$0].decoder })
                if let last { model.remove(at: last) }
            default:
                let decoder = try ImageHandle.black(PixelSize(width: 1, height: 1), bands: 1)
                let bytes = Int.random(in: 0...12, using: &generator)
                idle.keep(decoder, ids[pool], byteCount: bytes)
                guard model.count(where: { $0.pool == pool }) < 4 else { break }
                while !model.isEmpty, model.count >= 6 || model.reduce(bytes, { $0 + $1.bytes }) > 30 { model.removeFirst() }
                model.append((pool, decoder, bytes))
            }
            #expect(idle.count == model.count)
        }
    }
}

// Who waits for which tiles of a pyramid that is being built.

@testable import Building
import Geometry
@testable import PyramidFormat
import PyramidSupport
import System
import Testing
import TestSupport

@Suite struct LivePyramidTests {
    private let folder = TemporaryFolder()
    private let live = LivePyramid(DeepZoomLayout(SamplePyramid.grid))
    private let calls = Shared<[String]>([])

    private func begin() throws {
        folder.write("tiles", [UInt8](repeating: 7, count: 100))
        live.begin(try ReadOnlyFile(path: folder / "tiles"))
    }

    private func publish(_ addresses: TileAddress...) {
        live.publish(addresses.map { (live.layout.slot($0)!, TileIndex.Place(offset: 0, count: 10, checksum: 0)) })
    }

    private func wait(for addresses: [TileAddress]?, _ name: String) -> Int? {
        live.wait(for: addresses) { result in
            calls.update { $0.append(((try? result.get()) == nil ? "no " : "") + name) }
        }
    }

    private static let (a, b, c) = (
        TileAddress(level: 2, column: 0, row: 0), TileAddress(level: 2, column: 1, row: 0), TileAddress(level: 0, column: 0, row: 0)
    )

    @Test("A waiter is called when all its tiles are written") func waiting() throws {
        #expect(wait(for: [Self.a], "a") != nil, "also before it has begun")
        try begin()
        #expect(wait(for: [Self.a, Self.b], "ab") != nil && wait(for: [Self.b, Self.b], "b") != nil && wait(for: nil, "all") != nil)
        #expect(live.isWaitedForTile && live.isWaitedFor)
        publish(Self.c)
        #expect(calls.value == [])
        publish(Self.c, Self.a)
        #expect(calls.value == ["a"])
        #expect(wait(for: [Self.a, Self.c], "late") == nil && wait(for: [], "nothing") == nil)
        publish(Self.b)
        #expect(calls.value.sorted() == ["a", "ab", "b"])
        #expect(!live.isWaitedForTile && live.isWaitedFor)
        live.end(.success(()))
        live.end(.success(()))
        #expect(calls.value.sorted() == ["a", "ab", "all", "b"])
        #expect(!live.isWaitedFor)
    }

    @Test("A waiter that leaves is not called") func leaving() throws {
        try begin()
        let first = try #require(wait(for: [Self.a, Self.b], "first"))
        let second = try #require(wait(for: [Self.b], "second"))
        live.leave(first)
        live.leave(first)
        #expect(live.isWaitedForTile)
        publish(Self.a, Self.b)
        #expect(calls.value == ["second"])
        live.leave(second)
        let third = try #require(wait(for: [Self.c], "third"))
        live.leave(third)
        #expect(!live.isWaitedForTile && !live.isWaitedFor)
        live.end(.failure(.stopping))
        #expect(calls.value == ["second"])
    }

    @Test("All waiters receive the failure of a build") func failing() throws {
        try begin()
        _ = wait(for: [Self.a], "a")
        _ = wait(for: nil, "all")
        live.end(.failure(.stopping))
        #expect(calls.value.sorted() == ["no a", "no all"])
        #expect(!live.isWaitedForTile)
    }

    @Test("When a build begins again, its tiles are gone and its waiters stay") func beginningAgain() throws {
        try begin()
        publish(Self.a)
        #expect(live.storedTile(Self.a) != nil)
        _ = wait(for: [Self.b], "b")
        live.reset()
        #expect(live.storedTile(Self.a) == nil)
        #expect(wait(for: [Self.a], "a") != nil)
        try begin()
        publish(Self.b)
        #expect(calls.value == ["b"])
        publish(Self.a)
        #expect(calls.value == ["b", "a"])
    }

    @Test("A tile outside the grid is not waited for") func noSuchTile() throws {
        try begin()
        #expect(live.storedTile(TileAddress(level: 3, column: 0, row: 0)) == nil)
        #expect(wait(for: [TileAddress(level: 3, column: 0, row: 0)], "none") == nil)
    }
}

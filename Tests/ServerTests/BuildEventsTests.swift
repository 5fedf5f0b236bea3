// The events of a build, and the end of their stream.

@testable import Building
@testable import Caching
import Geometry
import HTTP
import Imaging
import Library
import Protocols
@testable import Server
import Testing
import TestSupport
@testable import Tiles

@Suite struct BuildEventsTests {
    /// The number of builds that have reported a progress of a quarter.
    private let reported = Shared(0)

    /// Builds that report one progress, and then wait until they are cancelled or may end.
    private func held(until mayEnd: Shared<Bool> = Shared(false)) -> BuildRunner.Builder {
        { [reported] _, _, _, _, progress, isCancelled throws(ImagingError) in
            progress(0.25)
            reported.update { $0 += 1 }
            mayEnd.wait { $0 || isCancelled() }
            throw isCancelled() ? .cancelled : .damaged(reason: "it is cut")
        }
    }

    private func stream(_ stage: ServerStage) throws -> BuildEvents {
        BuildEvents(of: stage.record, service: stage.service, share: try #require(Quota(1).take()))
    }

    private func isLast(_ piece: BodyPiece?) -> Bool { if case .bytes(_, isLast: true)? = piece { true } else { false } }

    private func tile(_ record: ImageRecord) throws -> Product {
        .tile(try #require(TileKey(version: record.version, address: TileAddress(level: 0, column: 0, row: 0), format: .jpg)))
    }

    @Test("the stream ends at once when nothing is being built") func nothingIsBuilt() throws {
        let stage = try ServerStage()
        let stream = try stream(stage)
        stream.begin(stage.reply)
        #expect(stage.pieces.wait { $0 == [BuildEvents.piece(.none)] })
    }

    @Test("the stream ends with the build") func aBuild() throws {
        let stage = try ServerStage()
        let subscription = stage.service.product(try tile(stage.record), of: stage.record, lane: .wanted) { _ in }
        let stream = try stream(stage)
        comesTrue { stage.service.pyramidState(of: stage.record) != .none }
        stream.begin(stage.reply)
        #expect(stage.pieces.wait { isLast($0.last) })
        #expect(stage.pieces.value.last == BuildEvents.piece(.ready))
        #expect(stage.pieces.value.dropLast().allSatisfy { !isLast($0) })
        withExtendedLifetime(subscription) {}
    }

    @Test("a failed build is reported with its reason") func theSourceIsBroken() throws {
        let stage = try ServerStage(builder: { _, _, _, _, _, _ throws(ImagingError) in throw .damaged(reason: "it is cut") })
        let subscription = stage.service.product(try tile(stage.record), of: stage.record, lane: .wanted) { _ in }
        comesTrue { stage.service.pyramidState(of: stage.record) == .failed }
        let stream = try stream(stage)
        stream.begin(stage.reply)
        let reason = Problem(TileError.source(.damaged(reason: "it is cut"))).detail
        #expect(stage.pieces.wait { $0 == [BuildEvents.piece(.failed(reason: reason))] })
        withExtendedLifetime(subscription) {}
    }

    @Test("a subscription keeps no build running, and reports a build that gives way to others") func theBuildIsGivenUp() throws {
        let stage = try ServerStage(["a.ppm", "b.ppm", "c.ppm"], builder: held())
        let service = stage.service
        let first = service.product(try tile(stage.record), of: stage.record, lane: .wanted) { _ in }
        #expect(reported.wait { $0 == 1 })
        let stream = try stream(stage)
        stream.begin(stage.reply)
        #expect(stage.pieces.wait { $0 == [BuildEvents.piece(.building(0.25))] })
        first.cancel()
        var others: [Subscription] = []
        for name in ["b.ppm", "c.ppm"] {
            let record = try stage.library.record(name)
            others.append(service.product(try tile(record), of: record, lane: .wanted) { _ in })
        }
        #expect(stage.pieces.wait { $0 == [BuildEvents.piece(.building(0.25)), BuildEvents.piece(.none)] })
        withExtendedLifetime(others) {}
    }

    @Test("a cancelled stream sends nothing more") func cancelled() throws {
        let mayEnd = Shared(false)
        let stage = try ServerStage(builder: held(until: mayEnd))
        let subscription = stage.service.product(try tile(stage.record), of: stage.record, lane: .wanted) { _ in }
        #expect(reported.wait { $0 == 1 })
        let stream = try stream(stage)
        stream.begin(stage.reply)
        #expect(stage.pieces.wait { $0 == [BuildEvents.piece(.building(0.25))] })
        stream.cancel()
        stream.cancel()
        mayEnd.update { $0 = true }
        comesTrue { stage.service.pyramidState(of: stage.record) == .failed && stage.service.buildProgress(of: stage.record) == nil }
        #expect(stage.pieces.value.count == 1)
        withExtendedLifetime(subscription) {}
    }
}

// ServerStage: a tile service over a few images, and a mailbox that records the pieces that it receives.

@testable import Building
import EventLoop
import Imaging
@testable import Library
@testable import Server
import Testing
import TestSupport
@testable import Tiles

final class ServerStage {
    let folder = TemporaryFolder()
    let library: ImageLibrary
    let service: TileService
    let record: ImageRecord
    let reply: Reply
    /// The pieces of bodies that were sent to the mailbox.
    let pieces = Shared<[BodyPiece]>([])
    private let thread: LoopThread

    /// - Parameter builder: builds pyramids in place of the real builder.
    init(_ names: [String] = ["a.ppm"], builder: BuildRunner.Builder? = nil) throws {
        try #require(isLibraryStarted)
        for name in names { folder.write("images/\(name)", ppm(width: 100, height: 100)) }
        var configuration = Configuration()
        configuration.cacheFolder = folder / "cache"
        let settings = configuration.serviceSettings
        service =
            if let builder {
                try TileService(settings, warn: { _ in }, lines: { _, _ in [] }, builder: builder)
            } else {
                try TileService(settings, warn: { _ in }, lines: { _, _ in [] })
            }
        library = try ImageLibrary(folder: folder / "images", parameters: configuration.libraryParameters)
        record = try library.record(names[0])
        let sender = Shared<Mailbox<LoopMessage>.Sender?>(nil)
        thread = try LoopThread { [pieces] loop in
            var mailbox: Mailbox<LoopMessage>?
            mailbox = try? Mailbox(on: loop) { message in
                switch message {
                case .piece(_, let piece): pieces.update { $0.append(piece) }
                default: mailbox?.close()
                }
            }
            sender.update { $0 = mailbox?.sender }
            loop.run()
        }
        sender.wait { $0 != nil }
        reply = Reply(mailbox: try #require(sender.value), ticket: Ticket(connection: 3, sequence: 4))
    }

    deinit {
        service.shutDown()
        reply.mailbox.send(.stop)
        thread.join()
    }
}

// The builder of pyramids in the hands of a test: held, failing, or writing tiles of its own.

@testable import Building
import Geometry
import Imaging
import Library
import TestSupport

/// Builds as the service does, but goes no further than it may.
final class HeldBuilder: Sendable {
    /// The share of each image up to which it may be built.
    let limit: Shared<Double>
    /// Identifiers of the images whose builds were begun, and have ended.
    let begun = Shared<[String]>([])
    let ended = Shared<[String]>([])

    init(limit: Double) { self.limit = Shared(limit) }

    var build: BuildRunner.Builder {
        { [self] (file, record, encoding, writer, progress, isCancelled) throws(ImagingError) in
            begun.update { $0.append(record.identifier) }
            defer { ended.update { $0.append(record.identifier) } }
            try PyramidBuilder(encoders: 1).build(
                file, record.description, level: record.buildLevel, tileSize: record.grid.tileSize, encoding: encoding, into: writer,
                progress: { share in
                    progress(share)
                    limit.wait { $0 > share || isCancelled() }
                },
                isCancelled: isCancelled)
        }
    }
}

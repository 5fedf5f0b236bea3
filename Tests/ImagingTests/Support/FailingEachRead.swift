// Fails each read of a source in its turn.
import Testing
@testable import Imaging

/// Calls `attempt` again and again, each time with another read to fail. Each result must be an error of the system's, or the one that is
/// expected when nothing fails.
/// - Parameter attempt: reads with the given read failing, from 0, and tells whether that read has come.
func failEachRead<Value: Equatable>(
    expecting expected: Value, _ attempt: (_ read: Int) throws -> (result: Result<Value, ImagingError>, hasFailed: Bool)
) throws {
    var read = 0
    // Each of the first reads, of headers, and then ever fewer.
    while read < 10_000 {
        defer { read += 1 + read / 8 }
        let (result, hasFailed) = try attempt(read)
        switch result {
        case .success(let value):
            guard hasFailed else { return #expect(read > 0) }
            #expect(value == expected, "read \(read)")
        case .failure(let error):
            #expect(hasFailed)
            guard case .io = error else {
                Issue.record("read \(read): \(error)")
                return
            }
        }
    }
    Issue.record("it never ends")
}

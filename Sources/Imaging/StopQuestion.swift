// StopQuestion: how a decoder asks whether its pixels are still wanted.
internal import CVips
private import Synchronization

/// A question that C code asks while it decodes, on any thread. The owner keeps it until the decoder is done.
@safe final class StopQuestion {
    private let isStopped: () -> Bool
    private let answer = Atomic(false)

    init(_ isStopped: @escaping () -> Bool) { self.isStopped = isStopped }

    /// Whether the decoder was told to stop, whatever the answer would be now. Its complaints after that are no damage.
    var hasStopped: Bool { answer.load(ordering: .relaxed) }

    private func ask() -> Bool {
        if isStopped() { answer.store(true, ordering: .relaxed) }
        return hasStopped
    }

    /// The argument of `ask` for C.
    var asker: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

    /// 1 if the decoder has to stop.
    static let ask: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { asker in
        guard let asker = unsafe asker else { return 0 }
        return unsafe Unmanaged<StopQuestion>.fromOpaque(asker).takeUnretainedValue().ask() ? 1 : 0
    }

    /// Runs `body` with a question, and keeps the question until `body` returns. Throws `cancelled` instead of any other error if the
    /// decoder was told to stop.
    static func asking<Result>(
        _ isStopped: @escaping () -> Bool, _ body: (StopQuestion) throws(ImagingError) -> Result
    ) throws(ImagingError) -> Result {
        let question = StopQuestion(isStopped)
        defer { withExtendedLifetime(question) {} }
        do throws(ImagingError) {
            return try body(question)
        } catch {
            throw question.hasStopped ? .cancelled : error
        }
    }
}

extension ImageHandle {
    /// The same image. Its pixels are computed as long as the question's answer is no; `question` must live as long as they are.
    func stoppable(by question: StopQuestion) throws(ImagingError) -> ImageHandle {
        try Vips.run { out in unsafe azv_stoppable(pointer, out, StopQuestion.ask, question.asker) }
    }
}

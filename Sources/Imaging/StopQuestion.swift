// StopQuestion: what a decoder asks while it works: whether anybody still wants the pixels.
internal import CVips
private import Synchronization

/// One question, as C asks it. Whoever has it asked keeps it until the decoder is done.
@safe final class StopQuestion {
    private let isStopped: () -> Bool
    private let answer = Atomic(false)

    init(_ isStopped: @escaping () -> Bool) { self.isStopped = isStopped }

    /// Whether the decoder was told to stop, whatever would be answered now: what it complained of then is no damage.
    var hasStopped: Bool { answer.load(ordering: .relaxed) }

    private func ask() -> Bool {
        if isStopped() { answer.store(true, ordering: .relaxed) }
        return hasStopped
    }

    /// For C, with `ask`.
    var asker: UnsafeMutableRawPointer { unsafe Unmanaged.passUnretained(self).toOpaque() }

    /// 1 where the decoder is to stop.
    static let ask: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { asker in
        guard let asker = unsafe asker else { return 0 }
        return unsafe Unmanaged<StopQuestion>.fromOpaque(asker).takeUnretainedValue().ask() ? 1 : 0
    }
}

extension ImageHandle {
    /// The same image, whose pixels are computed as long as the question is answered with no.
    func stoppable(by question: StopQuestion) throws(ImagingError) -> ImageHandle {
        try Vips.run { out in unsafe azv_stoppable(pointer, out, StopQuestion.ask, question.asker) }
    }
}

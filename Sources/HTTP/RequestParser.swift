// Bytes in, requests out: llhttp for the grammar, this project's rules on top where Debian's llhttp is lenient. No socket in sight.

private import CLLHTTP

/// What the parser made of the bytes so far.
public enum ParserEvent: Sendable, Equatable {
    /// All bytes are consumed and the request is not complete.
    case needsMore
    /// `request` is complete; bytes after it are not consumed yet.
    case request
    /// The connection must be closed after an answer that says why.
    case failed(RequestParseError)
}

/// An incremental parser of HTTP/1.1 requests (RFC 9112), one for each connection. Not Sendable: it belongs to its connection's loop.
@safe public final class RequestParser {
    private let parser: UnsafeMutablePointer<llhttp_t>
    /// What llhttp's reports are made into. It stands at a fixed place in memory, where llhttp's callbacks find it: they come in the midst of
    /// `consume`, several for each field.
    private let assembly: UnsafeMutablePointer<RequestAssembly>
    private var foldGuard = FoldGuard()

    /// The request that the last `.request` announced; valid until the next call of `consume`.
    public var request: Request { unsafe assembly.pointee.request }
    /// Whether a request has begun to arrive and is not complete: the peer owes us the rest of it.
    public private(set) var isMidRequest = false

    /// - Parameter readsForwarding: whether the peer is trusted to say what it was asked, in `Forwarded` and its kin; else these are
    ///   passed over.
    public init(limits: RequestLimits = RequestLimits(), readsForwarding: Bool = false) {
        unsafe assembly = .allocate(capacity: 1)
        unsafe assembly.initialize(to: RequestAssembly(limits: limits, readsForwarding: readsForwarding))
        unsafe parser = .allocate(capacity: 1)
        unsafe llhttp_init(parser, HTTP_REQUEST, llhttpSettings)
        unsafe parser.pointee.data = UnsafeMutableRawPointer(assembly)
    }

    deinit {
        unsafe parser.deallocate()
        unsafe assembly.deinitialize(count: 1)
        unsafe assembly.deallocate()
    }

    /// Consumes bytes from `offset` on, moving it past what was used, until a request is complete, the bytes are at their end, or they are
    /// wrong.
    public func consume(_ bytes: Span<UInt8>, from offset: inout Int) -> ParserEvent {
        if let failure = unsafe assembly.pointee.failure { return .failed(failure) }
        if unsafe assembly.pointee.isComplete { begin() }
        guard offset < bytes.count else { return .needsMore }
        if foldGuard.finds(in: bytes, from: offset) {
            return fail(.malformed("A header field continues on the next line, which is obsolete and unsafe (RFC 9112, 5.2)."))
        }
        offset += unsafe bytes.withUnsafeBytes { unsafe execute(UnsafeRawBufferPointer(rebasing: $0[offset...])) }
        if let failure = unsafe assembly.pointee.failure { return .failed(failure) }
        if !isMidRequest { isMidRequest = foldGuard.hasBegun }
        guard unsafe assembly.pointee.isComplete else { return .needsMore }
        isMidRequest = false
        if let error = unsafe assembly.pointee.finish() { return fail(error) }
        return .request
    }

    /// Whether the client holds its body back until it hears 100 (RFC 9110, 10.1.1). True once for a request.
    public func takeExpectContinue() -> Bool { unsafe assembly.pointee.takeExpectContinue() }

    private func begin() {
        unsafe assembly.pointee.begin()
        foldGuard = FoldGuard()
    }

    private func fail(_ error: RequestParseError) -> ParserEvent {
        unsafe assembly.pointee.failure = error
        isMidRequest = false
        return .failed(error)
    }

    private func execute(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard let start = unsafe bytes.bindMemory(to: CChar.self).baseAddress else { return 0 }
        var status = unsafe llhttp_execute(parser, start, bytes.count)
        var position = 0
        // After a message that asked for an upgrade llhttp waits to be told that there was none: the answer is plain HTTP/1.1.
        if status == HPE_PAUSED_UPGRADE, unsafe !assembly.pointee.isComplete {
            unsafe llhttp_resume_after_upgrade(parser)
            position = unsafe llhttp_get_error_pos(parser).map { unsafe $0 - start } ?? 0
            status = unsafe llhttp_execute(parser, start + position, bytes.count - position)
        }
        switch status {
        case HPE_OK:
            return bytes.count
        case HPE_PAUSED, HPE_PAUSED_UPGRADE:
            let consumed = unsafe llhttp_get_error_pos(parser).map { unsafe $0 - start } ?? bytes.count
            unsafe status == HPE_PAUSED ? llhttp_resume(parser) : llhttp_resume_after_upgrade(parser)
            return consumed
        default:
            if unsafe assembly.pointee.failure == nil { unsafe assembly.pointee.failure = refusal(status, of: bytes) }
            return bytes.count
        }
    }

    /// What llhttp has against the bytes that it was given last.
    private func refusal(_ status: llhttp_errno_t, of bytes: UnsafeRawBufferPointer) -> RequestParseError {
        // The second is the preface of HTTP/2 (RFC 9113, 3.4).
        if status == HPE_INVALID_VERSION || status == HPE_PAUSED_H2_UPGRADE { return .versionNotSupported }
        // It stops at the first byte of a method that none of those it knows has there. What cannot be in a method is no HTTP at all.
        let stop = unsafe UnsafeRawPointer(llhttp_get_error_pos(parser))
        if status == HPE_INVALID_METHOD, let stop = unsafe stop, let start = bytes.baseAddress {
            let index = unsafe stop - start
            if bytes.indices.contains(index), unsafe bytes[index].isTokenCharacter { return .methodUnknown }
        }
        let reason = unsafe llhttp_get_error_reason(parser).map { unsafe String(cString: $0) } ?? ""
        return .malformed("This is not an HTTP request: \(reason.isEmpty ? "malformed" : reason).")
    }
}

@available(*, unavailable)
extension RequestParser: Sendable {}

// RequestParser: turns bytes into requests, without sockets. llhttp parses the grammar; stricter rules are added where Debian's llhttp is
// lenient.

private import CLLHTTP

/// The result of a call of `RequestParser.consume`.
public enum ParserEvent: Sendable, Equatable {
    /// All bytes are consumed, and the request is not complete.
    case needsMore
    /// `RequestParser.request` is complete. The bytes after it are not consumed.
    case request
    /// The request was refused. Send an answer with the reason, then close the connection.
    case failed(RequestParseError)
}

/// An incremental parser of HTTP/1.1 requests (RFC 9112), one per connection. Used on the thread of its connection's loop only.
@safe public final class RequestParser {
    private let parser: UnsafeMutablePointer<llhttp_t>
    /// The state of llhttp's callbacks. It has a fixed address in memory, since llhttp calls them during `consume`, several times per
    /// field.
    private let assembly: UnsafeMutablePointer<RequestAssembly>
    private var foldingDetector = LineFoldingDetector()

    /// The request after the result `.request`. Valid until the next call of `consume`.
    public var request: Request { unsafe assembly.pointee.request }
    /// True when a request has begun to arrive and is not complete.
    public private(set) var isMidRequest = false

    /// Creates a parser.
    /// - Parameters:
    ///   - limits: the largest sizes of a request.
    ///   - readsForwarding: true when the peer is a trusted proxy. Otherwise `Forwarded` and the X-Forwarded fields are ignored.
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

    /// Consumes bytes up to the end of a request, the end of the bytes or an error.
    /// - Parameters:
    ///   - bytes: the bytes that have arrived.
    ///   - offset: the index of the first byte to consume. It is moved behind the consumed bytes.
    public func consume(_ bytes: Span<UInt8>, from offset: inout Int) -> ParserEvent {
        if let failure = unsafe assembly.pointee.failure { return .failed(failure) }
        if unsafe assembly.pointee.isComplete { begin() }
        guard offset < bytes.count else { return .needsMore }
        if foldingDetector.detects(in: bytes, from: offset) {
            return fail(.malformed("A header field continues on the next line, which is obsolete and unsafe (RFC 9112, 5.2)."))
        }
        offset += unsafe bytes.withUnsafeBytes { unsafe execute(UnsafeRawBufferPointer(rebasing: $0[offset...])) }
        if let failure = unsafe assembly.pointee.failure { return .failed(failure) }
        if !isMidRequest { isMidRequest = foldingDetector.hasBegun }
        guard unsafe assembly.pointee.isComplete else { return .needsMore }
        isMidRequest = false
        if let error = unsafe assembly.pointee.finish() { return fail(error) }
        return .request
    }

    /// True once per request when the client waits for status 100 before it sends the body (RFC 9110, 10.1.1).
    public func takeExpectContinue() -> Bool { unsafe assembly.pointee.takeExpectContinue() }

    private func begin() {
        unsafe assembly.pointee.begin()
        foldingDetector = LineFoldingDetector()
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
        // After a request for an upgrade llhttp waits for a decision. The upgrade is declined: the connection stays HTTP/1.1.
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

    /// The reason for which llhttp refused the last bytes.
    private func refusal(_ status: llhttp_errno_t, of bytes: UnsafeRawBufferPointer) -> RequestParseError {
        // HPE_PAUSED_H2_UPGRADE stands for the preface of HTTP/2 (RFC 9113, 3.4).
        if status == HPE_INVALID_VERSION || status == HPE_PAUSED_H2_UPGRADE { return .versionNotSupported }
        // llhttp stops at the first byte that continues none of its methods. A byte that cannot be part of any method means that this is
        // not HTTP.
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

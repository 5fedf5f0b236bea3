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
    private let limits: RequestLimits
    private var foldGuard = FoldGuard()
    private var failure: RequestParseError?
    private var fieldName: [UInt8] = []
    private var targetEnd = 0
    private var valueStart = 0
    private var headBytes = 0
    private var fieldCount = 0
    private var isPastHead = false
    private var isComplete = false
    private var isBodyHeldBack = false

    /// The request that the last `.request` announced; valid until the next call of `consume`.
    public private(set) var request = Request()
    /// Whether a request has begun to arrive and is not complete: the peer owes us the rest of it.
    public private(set) var isMidRequest = false

    public init(limits: RequestLimits = RequestLimits()) {
        self.limits = limits
        unsafe parser = .allocate(capacity: 1)
        unsafe llhttp_init(parser, HTTP_REQUEST, llhttpSettings)
        unsafe parser.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    }

    deinit { unsafe parser.deallocate() }

    /// Consumes bytes from `offset` on, moving it past what was used, until a request is complete, the bytes are at their end, or they are
    /// wrong.
    public func consume(_ bytes: Span<UInt8>, from offset: inout Int) -> ParserEvent {
        if let failure { return .failed(failure) }
        if isComplete { begin() }
        guard offset < bytes.count else { return .needsMore }
        if foldGuard.finds(in: bytes, from: offset) {
            return fail(.malformed("A header field continues on the next line, which is obsolete and unsafe (RFC 9112, 5.2)."))
        }
        let consumed = unsafe bytes.withUnsafeBytes { unsafe execute(UnsafeRawBufferPointer(rebasing: $0[offset...])) }
        offset += consumed
        if let failure { return .failed(failure) }
        if !isMidRequest { isMidRequest = foldGuard.hasBegun }
        guard isComplete else { return .needsMore }
        isMidRequest = false
        if let error = validate() { return fail(error) }
        return .request
    }

    /// Whether the client holds its body back until it hears 100 (RFC 9110, 10.1.1). True once for a request.
    public func takesContinue() -> Bool {
        defer { isBodyHeldBack = false }
        return isBodyHeldBack
    }

    private func begin() {
        isComplete = false
        isBodyHeldBack = false
        isPastHead = false
        request.reset()
        foldGuard = FoldGuard()
        targetEnd = 0
        headBytes = 0
        fieldCount = 0
    }

    private func fail(_ error: RequestParseError) -> ParserEvent {
        failure = error
        isMidRequest = false
        return .failed(error)
    }

    private func execute(_ bytes: UnsafeRawBufferPointer) -> Int {
        guard let start = unsafe bytes.bindMemory(to: CChar.self).baseAddress else { return 0 }
        var status = unsafe llhttp_execute(parser, start, bytes.count)
        var position = 0
        // After a message that asked for an upgrade llhttp waits to be told that there was none: the answer is plain HTTP/1.1.
        if status == HPE_PAUSED_UPGRADE, !isComplete {
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
            if failure == nil {
                if status == HPE_INVALID_VERSION {
                    failure = .versionNotSupported
                } else {
                    let reason = unsafe llhttp_get_error_reason(parser).map { unsafe String(cString: $0) } ?? ""
                    failure = .malformed("This is not an HTTP request: \(reason.isEmpty ? "malformed" : reason).")
                }
            }
            return bytes.count
        }
    }

    // MARK: - What llhttp reports

    func didReadTarget(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        guard request.bytes.count + bytes.count <= limits.target else { return refuse(.targetTooLong(limit: limits.target)) }
        unsafe request.bytes.append(contentsOf: bytes)
        targetEnd = request.bytes.count
        return 0
    }

    func didReadFieldName(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        headBytes += bytes.count
        guard headBytes <= limits.head else { return refuse(.headTooLarge(limit: limits.head)) }
        if fieldName.isEmpty { valueStart = request.bytes.count }
        unsafe fieldName.append(contentsOf: bytes)
        return 0
    }

    func didReadFieldValue(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        headBytes += bytes.count
        guard headBytes <= limits.head else { return refuse(.headTooLarge(limit: limits.head)) }
        if !isPastHead { unsafe request.bytes.append(contentsOf: bytes) }
        return 0
    }

    func didEndField() -> Int32 {
        fieldCount += 1
        guard fieldCount <= limits.fieldCount else { return refuse(.tooManyFields(limit: limits.fieldCount)) }
        defer { fieldName.removeAll(keepingCapacity: true) }
        guard !fieldName.isEmpty else { return refuse(.malformed("There is a header field without a name (RFC 9110, 5.1).")) }
        // Fields behind a chunked body (trailers) count against the limits and are otherwise ignored (RFC 9110, 6.5.1).
        if isPastHead { return 0 }
        guard let field = RequestField(name: fieldName.span) else {
            request.bytes.removeSubrange(valueStart...)
            return 0
        }
        let value = trimmed(valueStart..<request.bytes.count)
        if let earlier = request.fields[field.rawValue] {
            guard field != .host else { return refuse(.malformed("There is more than one Host field (RFC 9112, 3.2).")) }
            let joined = request.bytes[earlier] + [UInt8](", ".utf8) + request.bytes[value]
            let start = request.bytes.count
            request.bytes.append(contentsOf: joined)
            request.fields[field.rawValue] = start..<request.bytes.count
        } else {
            request.fields[field.rawValue] = value
        }
        return 0
    }

    func didEndHead() -> Int32 {
        isPastHead = true
        request.body = request.bytes.count..<request.bytes.count
        request.isHTTP10 = unsafe parser.pointee.http_major == 1 && parser.pointee.http_minor == 0
        // Taken here: llhttp forgets the length and the flags by the time the message is complete.
        request.keepsAlive = unsafe llhttp_should_keep_alive(parser) != 0
        guard unsafe parser.pointee.http_major == 1 else { return refuse(.versionNotSupported) }
        // llhttp takes what follows for another protocol, whatever length was announced.
        guard unsafe parser.pointee.method != HTTP_CONNECT.rawValue else {
            return refuse(.malformed("CONNECT is for proxies, and this is none."))
        }
        guard unsafe !request.isHTTP10 || parser.pointee.flags & UInt16(F_TRANSFER_ENCODING.rawValue) == 0 else {
            return refuse(.malformed("HTTP/1.0 has no Transfer-Encoding (RFC 9112, 6.1)."))
        }
        guard unsafe parser.pointee.content_length <= UInt64(limits.body) else { return refuse(.bodyTooLarge(limit: limits.body)) }
        isBodyHeldBack = !request.isHTTP10 && request.text(.expect)?.lowercased() == "100-continue"
        return 0
    }

    func didReadBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        guard request.body.count + bytes.count <= limits.body else { return refuse(.bodyTooLarge(limit: limits.body)) }
        unsafe request.bytes.append(contentsOf: bytes)
        request.body = request.body.lowerBound..<request.bytes.count
        isBodyHeldBack = false
        return 0
    }

    func didEndMessage() -> Int32 {
        isComplete = true
        request.method =
            switch unsafe llhttp_method_t(rawValue: UInt32(parser.pointee.method)) {
            case HTTP_GET: .get
            case HTTP_HEAD: .head
            case HTTP_POST: .post
            case HTTP_DELETE: .delete
            case HTTP_OPTIONS: .options
            default: .other
            }
        // Stops llhttp behind this message, so that a pipelined one stays in the caller's hands.
        return Int32(HPE_PAUSED.rawValue)
    }

    private func refuse(_ error: RequestParseError) -> Int32 {
        failure = error
        return -1
    }

    // MARK: - This project's rules

    private func validate() -> RequestParseError? {
        if request[.host] == nil, !request.isHTTP10 {
            return .malformed("There is no Host field (RFC 9112, 3.2).")
        }
        for byte in request.bytes[..<targetEnd] where !(0x21...0x7E).contains(byte) {
            return .malformed("The request target has a byte that must be percent-encoded (RFC 3986, 2).")
        }
        return splitTarget()
    }

    /// Finds path and query in the origin, absolute or asterisk form of the target (RFC 9112, 3.2).
    private func splitTarget() -> RequestParseError? {
        let bytes = request.bytes
        let target = bytes.span.extracting(0..<targetEnd)
        var start = 0
        if target.starts(with: "http://") || target.starts(with: "https://") {
            let authority = target.starts(with: "http://") ? 7 : 8
            start = target.firstIndex(of: UInt8(ascii: "/"), from: authority) ?? targetEnd
            // The target says where the request is for, whatever Host says (RFC 9112, 3.2.2).
            request.fields[RequestField.host.rawValue] = authority..<start
        }
        let isAsterisk = targetEnd == 1 && target[0] == UInt8(ascii: "*") && request.method == .options
        guard start < targetEnd, target[start] == UInt8(ascii: "/") || isAsterisk else {
            return .malformed("The request target is not a path that begins with \"/\".")
        }
        if let mark = target.firstIndex(of: UInt8(ascii: "?"), from: start) {
            request.path = start..<mark
            request.query = mark + 1..<targetEnd
        } else {
            request.path = start..<targetEnd
        }
        return nil
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var range = range
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        while let last = range.last, isSpace(request.bytes[last]) { range = range.lowerBound..<last }
        while let first = range.first, isSpace(request.bytes[first]) { range = first + 1..<range.upperBound }
        return range
    }
}

@available(*, unavailable)
extension RequestParser: Sendable {}

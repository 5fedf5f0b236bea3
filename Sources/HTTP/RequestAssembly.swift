// RequestAssembly: builds requests from the callbacks of llhttp, within the limits and this project's stricter rules.

internal import CLLHTTP

/// The request that is arriving. One instance serves all requests of a connection, one after the other.
///
/// The functions that begin with `did` are llhttp's callbacks. They return what llhttp expects: 0 to continue.
struct RequestAssembly {
    private let limits: RequestLimits
    private let readsForwarding: Bool
    private(set) var request = Request()
    /// The reason why a request was refused. No request can follow it.
    var failure: RequestParseError?
    private(set) var isComplete = false
    private var fieldName: [UInt8] = []
    /// The field whose value is arriving; nil when the server does not read this field.
    private var field: RequestField?
    private var targetEnd = 0
    private var valueStart = 0
    private var headBytes = 0
    private var fieldCount = 0
    private var isPastHead = false
    private var isBodyHeldBack = false

    init(limits: RequestLimits, readsForwarding: Bool) {
        self.limits = limits
        self.readsForwarding = readsForwarding
    }

    /// Prepares for the next request.
    mutating func begin() {
        isComplete = false
        isBodyHeldBack = false
        isPastHead = false
        request.reset()
        targetEnd = 0
        headBytes = 0
        fieldCount = 0
    }

    /// True once per request with "Expect: 100-continue" whose body has not begun to arrive.
    mutating func takeExpectContinue() -> Bool {
        defer { isBodyHeldBack = false }
        return isBodyHeldBack
    }

    // MARK: - What llhttp reports

    mutating func didReadTarget(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        guard request.bytes.count + bytes.count <= limits.target else { return refuse(.targetTooLong(limit: limits.target)) }
        unsafe request.bytes.append(contentsOf: bytes)
        targetEnd = request.bytes.count
        return 0
    }

    mutating func didReadFieldName(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        headBytes += bytes.count
        guard headBytes <= limits.head else { return refuse(.headTooLarge(limit: limits.head)) }
        unsafe fieldName.append(contentsOf: bytes)
        return 0
    }

    mutating func didEndFieldName() -> Int32 {
        // Fields after a chunked body (trailers) count towards the limits and are otherwise ignored (RFC 9110, 6.5.1).
        field = isPastHead ? nil : RequestField(name: fieldName.span)
        if let known = field, known.isForwarding, !readsForwarding { field = nil }
        valueStart = request.bytes.count
        return 0
    }

    mutating func didReadFieldValue(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        headBytes += bytes.count
        guard headBytes <= limits.head else { return refuse(.headTooLarge(limit: limits.head)) }
        if field != nil { unsafe request.bytes.append(contentsOf: bytes) }
        return 0
    }

    mutating func didEndField() -> Int32 {
        fieldCount += 1
        guard fieldCount <= limits.fieldCount else { return refuse(.tooManyFields(limit: limits.fieldCount)) }
        defer { fieldName.removeAll(keepingCapacity: true) }
        guard !fieldName.isEmpty else { return refuse(.malformed("There is a header field without a name (RFC 9110, 5.1).")) }
        guard let field else { return 0 }
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

    mutating func didEndHead(_ parser: UnsafePointer<llhttp_t>) -> Int32 {
        isPastHead = true
        request.body = request.bytes.count..<request.bytes.count
        request.isHTTP10 = unsafe parser.pointee.http_major == 1 && parser.pointee.http_minor == 0
        // Asked here: when the message is complete, llhttp has already reset the length and the flags.
        request.keepsAlive = unsafe llhttp_should_keep_alive(parser) != 0
        guard unsafe parser.pointee.http_major == 1 else { return refuse(.versionNotSupported) }
        // llhttp would treat the bytes that follow as another protocol, even when a length was announced.
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

    mutating func didReadBody(_ bytes: UnsafeBufferPointer<UInt8>) -> Int32 {
        guard request.body.count + bytes.count <= limits.body else { return refuse(.bodyTooLarge(limit: limits.body)) }
        unsafe request.bytes.append(contentsOf: bytes)
        request.body = request.body.lowerBound..<request.bytes.count
        isBodyHeldBack = false
        return 0
    }

    mutating func didEndMessage(_ parser: UnsafePointer<llhttp_t>) -> Int32 {
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
        // Pauses llhttp after this message, so that the bytes of a pipelined request are left to the caller.
        return Int32(HPE_PAUSED.rawValue)
    }

    private mutating func refuse(_ error: RequestParseError) -> Int32 {
        failure = error
        return -1
    }

    // MARK: - This project's rules

    /// Checks the complete request and sets the ranges of its target.
    /// - Returns: the reason for a refusal.
    mutating func finish() -> RequestParseError? {
        if request[.host] == nil, !request.isHTTP10 {
            return .malformed("There is no Host field (RFC 9112, 3.2).")
        }
        // This copies the reference only: the bytes do not change while their ranges are set.
        let bytes = request.bytes
        do throws(RequestParseError) {
            let target = try RequestTarget(bytes.span.extracting(0..<targetEnd), isOptions: request.method == .options)
            request.path = target.path
            request.query = target.query
            // The target names the host, whatever the Host field says (RFC 9112, 3.2.2).
            if let authority = target.authority { request.fields[RequestField.host.rawValue] = authority }
            return nil
        } catch {
            return error
        }
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var range = range
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        while let last = range.last, isSpace(request.bytes[last]) { range = range.lowerBound..<last }
        while let first = range.first, isSpace(request.bytes[first]) { range = first + 1..<range.upperBound }
        return range
    }
}

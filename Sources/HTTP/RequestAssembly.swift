// What llhttp reports of a request, put together: the request's bytes, and where in them what lies.

internal import CLLHTTP

/// One request after the other as it arrives, held to the limits and to this project's rules.
///
/// The functions that begin with `did` are llhttp's callbacks and return what it wants to hear: 0 to go on.
struct RequestAssembly {
    private let limits: RequestLimits
    private let readsForwarding: Bool
    private(set) var request = Request()
    /// Why the request cannot be taken; nothing more can be after it.
    var failure: RequestParseError?
    private(set) var isComplete = false
    private var fieldName: [UInt8] = []
    /// The field whose value arrives; nil where the server does not read it.
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

    /// Forgets the request that was complete.
    mutating func begin() {
        isComplete = false
        isBodyHeldBack = false
        isPastHead = false
        request.reset()
        targetEnd = 0
        headBytes = 0
        fieldCount = 0
    }

    /// Whether the client holds its body back. True once for a request.
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
        // Fields behind a chunked body (trailers) count against the limits and are otherwise ignored (RFC 9110, 6.5.1).
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
        // Stops llhttp behind this message, so that a pipelined one stays in the caller's hands.
        return Int32(HPE_PAUSED.rawValue)
    }

    private mutating func refuse(_ error: RequestParseError) -> Int32 {
        failure = error
        return -1
    }

    // MARK: - This project's rules

    /// Checks a whole request and finds the parts of its target.
    mutating func finish() -> RequestParseError? {
        if request[.host] == nil, !request.isHTTP10 {
            return .malformed("There is no Host field (RFC 9112, 3.2).")
        }
        // A copy of the reference: the bytes stay as they are while their ranges are noted.
        let bytes = request.bytes
        return split(bytes.span.extracting(0..<targetEnd))
    }

    /// Finds path and query in the origin, absolute or asterisk form of the target (RFC 9112, 3.2).
    private mutating func split(_ target: Span<UInt8>) -> RequestParseError? {
        for index in target.indices where !(0x21...0x7E).contains(target[index]) {
            return .malformed("The request target has a byte that must be percent-encoded (RFC 3986, 2).")
        }
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

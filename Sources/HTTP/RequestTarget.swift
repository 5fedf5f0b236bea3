// RequestTarget: the parts of a request target (RFC 9112, 3.2).

/// A request target in origin form, absolute form or asterisk form. All ranges are of the target's bytes.
struct RequestTarget {
    /// The raw path, beginning with "/"; "*" for the asterisk form.
    let path: Range<Int>
    /// The raw query without the "?"; nil when the target has no "?".
    let query: Range<Int>?
    /// The host and port of the absolute form; nil for the other forms.
    let authority: Range<Int>?

    /// Splits a target.
    /// - Parameter isOptions: true when the method is OPTIONS, the only one with the asterisk form.
    /// - Throws: `RequestParseError.malformed` for bytes that must be percent-encoded, and for targets of any other form.
    init(_ target: Span<UInt8>, isOptions: Bool) throws(RequestParseError) {
        for index in target.indices where !(0x21...0x7E).contains(target[index]) {
            throw .malformed("The request target has a byte that must be percent-encoded (RFC 3986, 2).")
        }
        var start = 0
        if target.starts(with: "http://") || target.starts(with: "https://") {
            let authority = target.starts(with: "http://") ? 7 : 8
            start = target.firstIndex(of: UInt8(ascii: "/"), from: authority) ?? target.count
            self.authority = authority..<start
        } else {
            authority = nil
        }
        let isAsterisk = target.count == 1 && target[0] == UInt8(ascii: "*") && isOptions
        guard start < target.count, target[start] == UInt8(ascii: "/") || isAsterisk else {
            throw .malformed("The request target is not a path that begins with \"/\".")
        }
        if let mark = target.firstIndex(of: UInt8(ascii: "?"), from: start) {
            path = start..<mark
            query = mark + 1..<target.count
        } else {
            path = start..<target.count
            query = nil
        }
    }
}

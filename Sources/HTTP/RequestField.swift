// The request header fields that the server reads; all others are counted against the limits and forgotten.

/// A header field of a request that some part of the server looks at.
public enum RequestField: Int, CaseIterable, Sendable {
    case host, expect, range, accept
    case ifNoneMatch, ifModifiedSince, ifRange

    /// The field's name in lower case.
    var name: StaticString {
        switch self {
        case .host: "host"
        case .expect: "expect"
        case .range: "range"
        case .accept: "accept"
        case .ifNoneMatch: "if-none-match"
        case .ifModifiedSince: "if-modified-since"
        case .ifRange: "if-range"
        }
    }

    /// The field of that name, in any case; nil where the server does not read it.
    init?(name: Span<UInt8>) {
        // By length first: a request of a browser has a dozen fields that are none of these.
        let candidate: RequestField
        switch name.count {
        case 4: candidate = .host
        case 5: candidate = .range
        case 6: candidate = name[0] | 0x20 == UInt8(ascii: "e") ? .expect : .accept
        case 8: candidate = .ifRange
        case 13: candidate = .ifNoneMatch
        case 17: candidate = .ifModifiedSince
        default: return nil
        }
        guard name.equalsIgnoringCase(candidate.name) else { return nil }
        self = candidate
    }
}

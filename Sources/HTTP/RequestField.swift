// The request header fields that the server reads; all others are counted against the limits and forgotten.

/// A header field of a request that some part of the server looks at.
public enum RequestField: Int, CaseIterable, Sendable {
    case host, accept, authorization, expect, forwarded, range, origin
    case ifNoneMatch, ifModifiedSince, ifRange
    case acceptEncoding, contentType
    case xForwardedProto, xForwardedHost, xForwardedPrefix

    /// The field's name in lower case.
    var name: StaticString {
        switch self {
        case .host: "host"
        case .accept: "accept"
        case .authorization: "authorization"
        case .expect: "expect"
        case .forwarded: "forwarded"
        case .range: "range"
        case .origin: "origin"
        case .ifNoneMatch: "if-none-match"
        case .ifModifiedSince: "if-modified-since"
        case .ifRange: "if-range"
        case .acceptEncoding: "accept-encoding"
        case .contentType: "content-type"
        case .xForwardedProto: "x-forwarded-proto"
        case .xForwardedHost: "x-forwarded-host"
        case .xForwardedPrefix: "x-forwarded-prefix"
        }
    }

    /// The field of that name, in any case; nil where the server does not read it.
    init?(name: Span<UInt8>) {
        for field in RequestField.allCases where name.equalsIgnoringCase(field.name) {
            self = field
            return
        }
        return nil
    }
}

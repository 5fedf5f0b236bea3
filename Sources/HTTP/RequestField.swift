// RequestField: the header fields that the server reads. All other fields only count towards the limits.

/// A request header field that the server reads.
public enum RequestField: Int, CaseIterable, Sendable {
    case host, expect, range, accept
    case ifNoneMatch, ifModifiedSince, ifRange
    case acceptEncoding, authorization
    case forwarded, forwardedFor, forwardedHost, forwardedPort, forwardedPrefix, forwardedProto

    /// The name in lower case.
    var name: StaticString {
        switch self {
        case .host: "host"
        case .expect: "expect"
        case .range: "range"
        case .accept: "accept"
        case .ifNoneMatch: "if-none-match"
        case .ifModifiedSince: "if-modified-since"
        case .ifRange: "if-range"
        case .acceptEncoding: "accept-encoding"
        case .authorization: "authorization"
        case .forwarded: "forwarded"
        case .forwardedFor: "x-forwarded-for"
        case .forwardedHost: "x-forwarded-host"
        case .forwardedPort: "x-forwarded-port"
        case .forwardedPrefix: "x-forwarded-prefix"
        case .forwardedProto: "x-forwarded-proto"
        }
    }

    /// True for fields in which a proxy records the client's request. Any client can send such fields, so they count only when the sender
    /// is a trusted proxy.
    var isForwarding: Bool { rawValue >= RequestField.forwarded.rawValue }

    /// The field with a name, in any case; nil when the server does not read that field.
    init?(name: Span<UInt8>) {
        // The length is compared first, since a browser sends a dozen fields that the server does not read.
        switch name.count {
        case 4: self.init(name, .host)
        case 5: self.init(name, .range)
        case 6: self.init(name, .expect, .accept)
        case 8: self.init(name, .ifRange)
        case 9: self.init(name, .forwarded)
        case 13: self.init(name, .ifNoneMatch, .authorization)
        case 15: self.init(name, .acceptEncoding, .forwardedFor)
        case 16: self.init(name, .forwardedHost, .forwardedPort)
        case 17: self.init(name, .ifModifiedSince, .forwardedProto)
        case 18: self.init(name, .forwardedPrefix)
        default: return nil
        }
    }

    /// The one of two fields that has the name.
    private init?(_ name: Span<UInt8>, _ first: RequestField, _ second: RequestField? = nil) {
        if name.equalsIgnoringCase(first.name) {
            self = first
        } else if let second, name.equalsIgnoringCase(second.name) {
            self = second
        } else {
            return nil
        }
    }
}

// The request header fields that the server reads; all others are counted against the limits and forgotten.

/// A header field of a request that some part of the server looks at.
public enum RequestField: Int, CaseIterable, Sendable {
    case host, expect, range, accept
    case ifNoneMatch, ifModifiedSince, ifRange
    case acceptEncoding, authorization
    case forwarded, forwardedFor, forwardedHost, forwardedPort, forwardedPrefix, forwardedProto

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

    /// Whether a proxy says with this field what the client asked of it. Anybody can send such a field, so it counts only where the sender
    /// is trusted.
    var isForwarding: Bool { rawValue >= RequestField.forwarded.rawValue }

    /// The field of that name, in any case; nil where the server does not read it.
    init?(name: Span<UInt8>) {
        // By length first: a request of a browser has a dozen fields that are none of these.
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

    /// The one of these that has the name.
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

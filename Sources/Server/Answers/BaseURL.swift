// Scheme and host of the absolute URLs that an answer holds.

internal import HTTP

enum BaseURL {
    /// What the operator decided, else what the request was sent to.
    static func absolute(_ configuration: Configuration, _ request: borrowing Request) -> String {
        if let decided = configuration.baseURL { return decided }
        let host = request.text(.host) ?? ""
        return "http://\(host.isEmpty ? "\(configuration.host):\(configuration.port)" : host)"
    }

    /// Whether a Host field is one (RFC 9110, 7.2): a name or address and an optional port, so that it can be written into URLs.
    static func isHost(_ request: borrowing Request) -> Bool {
        guard let range = request[.host] else { return true }
        return request.bytes[range].allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "_"): true
            default: false
            }
        }
    }
}

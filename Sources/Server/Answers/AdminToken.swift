// AdminToken: the secret that lets an operator have the server forget images.

internal import HTTP

/// A secret that a request carries as a bearer token (RFC 6750, 2.1).
public struct AdminToken: Sendable {
    private let bytes: [UInt8]

    /// Characters at least, so that a token cannot be guessed.
    private static let shortest = 16

    /// - Returns: nil for a text that cannot be sent as a bearer token, or is shorter than 16 characters.
    public init?(_ text: String) {
        var body = text[...]
        while body.last == "=" { body.removeLast() }
        let isToken = body.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
            default: "-._~+/".utf8.contains(byte)
            }
        }
        guard isToken, body.utf8.count >= AdminToken.shortest else { return nil }
        bytes = Array(text.utf8)
    }

    /// True when a request carries the token. The time that this takes does not depend on how many characters are right.
    func isCarried(by request: borrowing Request) -> Bool {
        guard let range = request[.authorization] else { return false }
        let field = request.bytes[range]
        guard let space = field.firstIndex(of: UInt8(ascii: " ")),
            String(decoding: field[..<space], as: UTF8.self).lowercased() == "bearer"
        else { return false }
        let given = field[space...].drop { $0 == UInt8(ascii: " ") }
        guard given.count == bytes.count else { return false }
        return zip(given, bytes).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

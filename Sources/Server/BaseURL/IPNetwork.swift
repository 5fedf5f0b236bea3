// IPNetwork: a block of addresses.

/// All addresses that begin with the same bits.
struct IPNetwork: Hashable, Sendable {
    private let high: UInt64
    private let low: UInt64
    private let highMask: UInt64
    private let lowMask: UInt64

    /// Reads one address, or a block in CIDR notation such as 10.0.0.0/8. Bits beyond the length of the block are ignored.
    init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let address = IPAddress(String(parts[0])) else { return nil }
        let isIPv4 = !parts[0].utf8.contains(UInt8(ascii: ":"))
        var length = 128
        if parts.count == 2 {
            guard parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let given = Int(parts[1]), given <= (isIPv4 ? 32 : 128) else {
                return nil
            }
            length = isIPv4 ? 96 + given : given
        }
        highMask = length >= 64 ? .max : ~(.max >> UInt64(length))
        lowMask = length <= 64 ? 0 : length == 128 ? .max : ~(.max >> UInt64(length - 64))
        high = address.high & highMask
        low = address.low & lowMask
    }

    func contains(_ address: IPAddress) -> Bool { address.high & highMask == high && address.low & lowMask == low }
}

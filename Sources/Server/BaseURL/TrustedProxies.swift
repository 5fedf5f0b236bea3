// TrustedProxies: the proxies whose forwarding fields are used.

/// The proxies that `--trust-proxy` names.
public struct TrustedProxies: Hashable, Sendable {
    private let networks: [IPNetwork]

    /// Reads addresses, blocks, and the names `loopback` and `private`, with commas between them; nil if an item is none of these.
    public init?(_ text: String) {
        var networks: [IPNetwork] = []
        for item in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = item.trimmed
            for block in TrustedProxies.names[name] ?? [name] {
                guard let network = IPNetwork(block) else { return nil }
                networks.append(network)
            }
        }
        self.networks = networks
    }

    private static let names = [
        "loopback": ["127.0.0.0/8", "::1"],
        // RFC 1918 and RFC 4193.
        "private": ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
    ]

    func contains(_ address: IPAddress) -> Bool { networks.contains { $0.contains(address) } }

    /// The index of the first entry that can be trusted. Each proxy adds the address of its own peer. The last entry is our peer's. An entry
    /// before it counts only if the entry behind it names a trusted proxy.
    /// - Parameter sources: the address in each entry, that of the proxy nearest to the client first.
    func firstBelievable(_ sources: [String?]) -> Int {
        var index = max(0, sources.count - 1)
        while index > 0, let address = sources[index].flatMap(IPAddress.init(noted:)), contains(address) { index -= 1 }
        return index
    }
}

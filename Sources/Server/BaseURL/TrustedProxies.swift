// TrustedProxies: who may say what the client asked for.

/// The proxies that are believed, as `--trust-proxy` names them.
public struct TrustedProxies: Hashable, Sendable {
    private let networks: [IPNetwork]

    /// Addresses and blocks, and the names `loopback` and `private`, with commas between them; nil where one is none of these.
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

    /// Where the notes begin that can be believed. Each proxy notes whom it heard from: the last note is our peer's, and the one before it
    /// counts only if the last names a proxy that is trusted, and so on.
    /// - Parameter sources: whom each proxy heard from, the one nearest to the client first.
    func firstBelievable(_ sources: [String?]) -> Int {
        var index = max(0, sources.count - 1)
        while index > 0, let address = sources[index].flatMap(IPAddress.init(noted:)), contains(address) { index -= 1 }
        return index
    }
}

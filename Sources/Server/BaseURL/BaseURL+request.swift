// The base URL of a request, from its own fields and those of trusted proxies.

internal import HTTP

extension BaseURL {
    /// The base URL of a request: the operator's; else each part from the fields of trusted proxies, `Forwarded` before `X-Forwarded-*`; else
    /// from the Host field. A malformed value counts as missing. The parser reads the fields of proxies only from trusted peers.
    init(of request: borrowing Request, _ configuration: Configuration) {
        if let decided = configuration.origin {
            self = decided
            return
        }
        guard let proxies = configuration.trustedProxies else {
            self.init(scheme: "http", host: request.text(.host).flatMap(BaseURL.host))
            return
        }
        let elements = request.text(.forwarded).flatMap(ForwardedElement.list) ?? []
        let notes = elements[proxies.firstBelievable(elements.map(\.source))...]
        let lists = ForwardedLists(request, proxies)
        let scheme =
            notes.lazy.compactMap { $0.proto.flatMap(BaseURL.scheme) }.first ?? lists.value(.forwardedProto).flatMap(BaseURL.scheme)
            ?? "http"
        let prefix = lists.value(.forwardedPrefix).flatMap(BaseURL.prefix) ?? ""
        if let host = notes.lazy.compactMap({ $0.host.flatMap(BaseURL.host) }).first {
            self.init(scheme: scheme, host: host, prefix: prefix)
        } else {
            let host = lists.value(.forwardedHost).flatMap(BaseURL.host) ?? request.text(.host).flatMap(BaseURL.host)
            self.init(scheme: scheme, host: host.map { lists.completed($0, scheme) }, prefix: prefix)
        }
    }
}

/// The `X-Forwarded-*` fields of a request: lists to which each proxy adds a value, or single values that the last proxy has set.
private struct ForwardedLists {
    private let values: [RequestField: [String]]
    /// The number of trusted proxies at the end of the chain.
    private let hops: Int

    init(_ request: borrowing Request, _ proxies: TrustedProxies) {
        var values: [RequestField: [String]] = [:]
        for field in [RequestField.forwardedFor, .forwardedProto, .forwardedHost, .forwardedPort, .forwardedPrefix] {
            guard let text = request.text(field) else { continue }
            values[field] = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
        }
        self.values = values
        let sources = values[.forwardedFor] ?? []
        hops = max(1, sources.count - proxies.firstBelievable(sources))
    }

    /// The value of the trusted proxy that is nearest to the client.
    func value(_ field: RequestField) -> String? { values[field].flatMap { $0.isEmpty ? nil : $0[max(0, $0.count - hops)] } }

    /// A host with the port of X-Forwarded-Port, unless it is the scheme's default port.
    func completed(_ host: String, _ scheme: String) -> String {
        guard !HostField.hasPort(host), let port = value(.forwardedPort), port != (scheme == "https" ? "443" : "80") else { return host }
        return BaseURL.host("\(host):\(port)") ?? host
    }
}

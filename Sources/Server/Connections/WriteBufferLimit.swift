// WriteBufferLimit: chooses the connections to close when unread answers take too much memory.

/// A limit on the bytes of answers that wait for clients.
struct WriteBufferLimit {
    /// A connection with an answer.
    struct Holder {
        /// Bytes that wait for the client.
        let byteCount: Int
        /// True when the client has read none of them lately.
        let isStalled: Bool
    }

    /// Bytes of all connections together.
    let limit: Int

    /// The connections to close, as indices. Above the limit these are connections of clients that read nothing. Above twice the limit
    /// these are also connections of clients that read slowly. Connections with more bytes come first, and no more are closed than
    /// necessary.
    func excess(among holders: [Holder]) -> [Int] {
        var total = holders.reduce(0) { $0 + $1.byteCount }
        guard total > limit else { return [] }
        let order = holders.indices.sorted { holders[$0].byteCount > holders[$1].byteCount }
        var excess: [Int] = []
        for (isStalled, bound) in [(true, limit), (false, 2 * limit)] {
            for index in order where holders[index].isStalled == isStalled && total > bound {
                total -= holders[index].byteCount
                excess.append(index)
            }
        }
        return excess
    }
}

// WriteBufferLimit: who is given up where the answers that clients do not take fill the memory.

/// A bound on the bytes of answers that wait for clients.
struct WriteBufferLimit {
    /// A connection with an answer.
    struct Holder {
        /// Bytes that wait for the client.
        let byteCount: Int
        /// Whether the client has lately taken none of them.
        let isStalled: Bool
    }

    /// Bytes.
    let limit: Int

    /// Which connections are to be closed: beyond the limit those that take nothing, and beyond twice as much those, too, that take a little
    /// at a time; the greatest holders first, and no more than need be.
    func victims(among holders: [Holder]) -> [Int] {
        var total = holders.reduce(0) { $0 + $1.byteCount }
        guard total > limit else { return [] }
        let order = holders.indices.sorted { holders[$0].byteCount > holders[$1].byteCount }
        var victims: [Int] = []
        for (isStalled, bound) in [(true, limit), (false, 2 * limit)] {
            for index in order where holders[index].isStalled == isStalled && total > bound {
                total -= holders[index].byteCount
                victims.append(index)
            }
        }
        return victims
    }
}

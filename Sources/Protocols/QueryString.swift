// QueryString: reads the parameters of a raw query.

/// A reader of "name=value" pairs. Escapes are decoded. "+" is not a space, since it is the sign of a number here.
struct QueryString {
    struct Parameter {
        let name: String
        let value: String
    }

    private var position = 0

    /// Reads the next parameter. Empty pairs are skipped. A pair without "=" has an empty value.
    /// - Parameter query: without its "?"; the same in each call.
    /// - Returns: nil after the last parameter.
    /// - Throws: `RequestError` when an escape is malformed or the bytes are not UTF-8.
    mutating func next(in query: Span<UInt8>) throws(RequestError) -> Parameter? {
        while position < query.count {
            let end = query.firstIndex(of: UInt8(ascii: "&"), in: position..<query.count) ?? query.count
            let pair = position..<end
            position = end + 1
            if pair.isEmpty { continue }
            let equals = query.firstIndex(of: UInt8(ascii: "="), in: pair)
            guard let name = Self.decoded(query, pair.lowerBound..<(equals ?? end)),
                let value = Self.decoded(query, equals.map { $0 + 1..<end } ?? end..<end)
            else { throw .bad("query", query, pair, allowed: "UTF-8 with \"%\" only before two hexadecimal digits") }
            return Parameter(name: name, value: value)
        }
        return nil
    }

    private static func decoded(_ query: Span<UInt8>, _ range: Range<Int>) -> String? {
        query.percentDecoded(range).flatMap { String(validating: $0, as: UTF8.self) }
    }
}

extension QueryString {
    /// The values of the given parameters, in the order of `names`; nil for a parameter that the query lacks. Other parameters are ignored.
    /// - Throws: `RequestError` when a parameter is given twice or the query is malformed.
    static func values(of names: [String], in query: Span<UInt8>) throws(RequestError) -> [String?] {
        var values: [String?] = Array(repeating: nil, count: names.count)
        var reader = QueryString()
        while let parameter = try reader.next(in: query) {
            guard let index = names.firstIndex(of: parameter.name) else { continue }
            guard values[index] == nil else {
                throw RequestError(.badRequest, parameter.name, value: parameter.value, allowed: "to be given once")
            }
            values[index] = parameter.value
        }
        return values
    }
}

// The version of an image that a URL names.

internal import Library

extension ImageVersion {
    /// True when the first parameter `v` of a raw query is exactly this version. Allocates nothing.
    func isNamed(by query: Span<UInt8>) -> Bool {
        var start = 0
        while start < query.count {
            var end = start
            while end < query.count, query[end] != UInt8(ascii: "&") { end += 1 }
            if end - start > 2, query[start] == UInt8(ascii: "v"), query[start + 1] == UInt8(ascii: "=") {
                return isWritten(as: query.extracting(start + 2..<end))
            }
            start = end + 1
        }
        return false
    }
}

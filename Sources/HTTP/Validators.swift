// What tells one version of a representation from another, and the conditions a request makes on it.

/// The entity tag and date of a representation.
public struct Validators: Sendable, Equatable {
    /// The strong entity tag with its quotes (RFC 9110, 8.8.3).
    public var entityTag: String
    /// Seconds since 1970; nil where other bytes can have the same date.
    public var lastModified: Int?

    public init(entityTag: String, lastModified: Int?) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    /// Whether the client's copy is current, so that 304 is the answer (RFC 9110, 13.2.2). Only for GET and HEAD.
    public func isNotModified(for request: borrowing Request) -> Bool {
        if let tags = request.text(.ifNoneMatch) {
            // If-Modified-Since counts only where there is no If-None-Match.
            return matches(list: tags)
        }
        if let lastModified, let date = request.text(.ifModifiedSince).flatMap({ HTTPDate.parse($0) }) {
            return lastModified <= date
        }
        return false
    }

    /// Whether a Range field may be honoured: there is no If-Range, or it names this very version (RFC 9110, 13.1.5).
    public func allowsRange(for request: borrowing Request) -> Bool {
        guard let condition = request.text(.ifRange) else { return true }
        if condition == entityTag { return true }
        guard let lastModified, let date = HTTPDate.parse(condition) else { return false }
        return date == lastModified
    }

    /// Weak comparison against a list of tags, as If-None-Match wants.
    private func matches(list: String) -> Bool {
        list.split(separator: ",").contains { item in
            var tag = item.drop { $0 == " " || $0 == "\t" }
            while tag.last == " " || tag.last == "\t" { tag.removeLast() }
            if tag == "*" { return true }
            if tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
            return tag == entityTag
        }
    }
}

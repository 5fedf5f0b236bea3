// Validators: the entity tag and date of a representation, and the conditions of a request on them.

/// The entity tag and the date of a representation.
public struct Validators: Sendable, Equatable {
    /// The strong entity tag with its quotation marks (RFC 9110, 8.8.3).
    public var entityTag: String
    /// Seconds since 1970; nil when different bytes can have the same date.
    public var lastModified: Int?

    /// Creates the validators of a representation.
    public init(entityTag: String, lastModified: Int?) {
        self.entityTag = entityTag
        self.lastModified = lastModified
    }

    /// True when the client's copy is current, so that the status is 304 (RFC 9110, 13.2.2). Only for GET and HEAD.
    public func isNotModified(for request: borrowing Request) -> Bool {
        if let tags = request.text(.ifNoneMatch) {
            // If-None-Match takes precedence over If-Modified-Since.
            return matches(list: tags)
        }
        if let lastModified, let date = request.text(.ifModifiedSince).flatMap({ HTTPDate.parse($0) }) {
            return lastModified <= date
        }
        return false
    }

    /// True when a Range field may be applied: there is no If-Range, or it names this version (RFC 9110, 13.1.5).
    public func allowsRange(for request: borrowing Request) -> Bool {
        guard let condition = request.text(.ifRange) else { return true }
        if condition == entityTag { return true }
        guard let lastModified, let date = HTTPDate.parse(condition) else { return false }
        return date == lastModified
    }

    /// Weak comparison with a list of tags, as for If-None-Match.
    private func matches(list: String) -> Bool {
        list.split(separator: ",").contains { item in
            var tag = item.trimmed
            if tag == "*" { return true }
            if tag.hasPrefix("W/") { tag = tag.dropFirst(2) }
            return tag == entityTag
        }
    }
}

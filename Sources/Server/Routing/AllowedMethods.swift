// AllowedMethods: the methods that a route answers.

internal import HTTP

/// A set of request methods. OPTIONS is answered on every route and is never part of the set.
struct AllowedMethods: OptionSet, Sendable {
    let rawValue: UInt8

    static let get = AllowedMethods(rawValue: 1)
    static let head = AllowedMethods(rawValue: 2)
    static let post = AllowedMethods(rawValue: 4)
    /// Needs the operator's token on every route.
    static let delete = AllowedMethods(rawValue: 8)

    /// The methods of most routes.
    static let reading: AllowedMethods = [.get, .head]

    func contains(_ method: Method) -> Bool {
        switch method {
        case .get: contains(AllowedMethods.get)
        case .head: contains(AllowedMethods.head)
        case .post: contains(AllowedMethods.post)
        case .delete: contains(AllowedMethods.delete)
        case .options, .other: false
        }
    }

    /// The value of the Allow field. Allocates: answers from memory do not ask for it.
    /// - Parameter hasToken: true when the operator has set a token; DELETE is not announced without one.
    func list(hasToken: Bool) -> String {
        var names: [String] = []
        if contains(AllowedMethods.get) { names.append("GET") }
        if contains(AllowedMethods.head) { names.append("HEAD") }
        if contains(AllowedMethods.post) { names.append("POST") }
        names.append("OPTIONS")
        if contains(AllowedMethods.delete), hasToken { names.append("DELETE") }
        return names.joined(separator: ", ")
    }
}

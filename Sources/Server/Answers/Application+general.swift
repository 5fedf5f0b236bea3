// Responses that do not depend on what a path asks for: preflights, methods that a route does not have, a malformed Host field.

internal import HTTP

extension Application {
    /// The response to a request whatever its handler would answer; nil where the handler decides. Allocates nothing then.
    /// - Parameter methods: the methods of the route.
    func generalResponse(to request: borrowing Request, methods: AllowedMethods) -> Response? {
        if let range = request[.host], !range.isEmpty, !HostField.isHost(request.bytes.span.extracting(range)) {
            return Problem(.badRequest, "The Host field is not a host and port.").response
        }
        if methods.contains(request.method) {
            // A client without the token does not learn whether there is anything to delete.
            guard request.method == .delete, configuration.adminToken?.isCarried(by: request) != true else { return nil }
            return Application.nothing
        }
        let list = methods.list(hasToken: configuration.adminToken != nil)
        if request.method == .options {
            return Response(
                .noContent,
                fields: [
                    ResponseField("Allow", list), ResponseField("Access-Control-Allow-Methods", list),
                    ResponseField("Access-Control-Allow-Headers", "*"), ResponseField("Access-Control-Max-Age", "86400"),
                ] + Fields.everywhere)
        }
        var response = Problem(.methodNotAllowed, "Here are only \(list).").response
        response.fields.append(ResponseField("Allow", list))
        return response
    }

    /// The response to a path that names nothing.
    static var nothing: Response { Problem(.notFound, "There is nothing of this name.").response }
}

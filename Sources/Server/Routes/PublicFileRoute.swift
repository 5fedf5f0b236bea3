// The route of every path that no group knows: perhaps a file of the public folder.

internal import HTTP

struct PublicFileRoute: PlainHandler {
    var name: RouteName { .file }

    func answer(to request: borrowing Request, _ context: AnswerContext) throws(Problem) -> Answer {
        .response(context.application.files.response(for: request) ?? Application.nothing)
    }
}

extension RouteName {
    static let file = RouteName("file")
}

// `azulejo inspect`: what the server sees in a file.

internal import Server

enum Inspect {
    /// Prints the facts of an image.
    static func run(_ settings: InspectSettings) throws(ImageInspection.Failure) {
        let inspection = try ImageInspection(settings)
        Output.say(settings.printsJSON ? String(decoding: inspection.json(), as: UTF8.self) : inspection.text)
    }
}

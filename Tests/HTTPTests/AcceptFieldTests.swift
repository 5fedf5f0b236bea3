// The weights of media types in the Accept field.

import HTTP
import Testing

@Suite struct AcceptFieldTests {
    /// A field, and the weights of application/json, application/ld+json and text/html (RFC 9110, 12.5.1).
    @Test(
        "The most specific media range gives the weight of a type",
        arguments: [
            (nil, 1, 1, 1), ("*/*", 1, 1, 1), ("", 0, 0, 0), ("application/json", 1, 0, 0), ("APPLICATION/JSON", 1, 0, 0),
            ("application/*", 1, 1, 0), ("application/json, */*;q=0.1", 1, 0.1, 0.1), ("*/*;q=0.5,application/json;q=0", 0, 0.5, 0.5),
            ("text/*;q=0.3, application/*;q=0.2, application/ld+json;q=0.9", 0.2, 0.9, 0.3),
            ("application/ld+json;profile=\"http://iiif.io/api/image/3/context.json\";q=0.4", 0, 0.4, 0),
            ("application/ld+json;profile=\"a,b;q=0\"", 0, 1, 0), (" application/json ; Q = 0.7 , text/html\t;q=1", 0.7, 0, 1),
            ("application/json;q=2", 0, 0, 0), ("application/json;q=", 0, 0, 0), ("application/json;q=x, */*;q=0.1", 0.1, 0.1, 0.1),
            ("json, ;;, ,application/json", 1, 0, 0), ("application/json;q=0.2, application/json;q=0.8", 0.8, 0, 0), ("\"", 0, 0, 0),
            ("application/jsonx", 0, 0, 0),
        ] as [(String?, Double, Double, Double)])
    func weights(field: String?, json: Double, linked: Double, html: Double) {
        let accept = AcceptField(field)
        #expect(accept.weight(of: "application/json") == json)
        #expect(accept.weight(of: "application/ld+json") == linked)
        #expect(accept.weight(of: "text/html") == html)
    }

    @Test("A type is named only where the field has it itself, with a weight above 0") func names() {
        #expect(AcceptField("text/html, application/ld+json;q=0.1").names("application/ld+json"))
        for field in [nil, "*/*", "application/*", "application/json", "application/ld+json;q=0"] {
            #expect(!AcceptField(field).names("application/ld+json"))
        }
    }
}

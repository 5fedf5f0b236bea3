// Sidecars: the members that are read, and files that are refused.

import Protocols
import Testing

@Suite struct SidecarTests {
    private func sidecar(_ text: String) throws(SidecarError) -> Sidecar { try Sidecar(reading: Array(text.utf8)) }

    private func json(_ value: JSONValue?) -> String? {
        value.map { value in String(decoding: JSONWriter.object { $0.field("v", value) }.dropFirst(5).dropLast(), as: UTF8.self) }
    }

    @Test("All members of a sidecar are read") func everything() throws {
        let sidecar = try sidecar(
            """
            {"rights": "http://creativecommons.org/licenses/by/4.0/",
             "service": {"id": "https://example.org/search", "type": "SearchService2", "profile": 1.50},
             "attribution": [{"@value": "Museu", "@language": "pt"}, "Museum"], "license": "http://example.org/l",
             "logo": {"@id": "http://a/b"},
             "label": {"pt": ["Lisboa"], "en": "Lisbon"}, "summary": "A \\"wall\\"", "other": [1],
             "metadata": [{"label": "Date", "value": {"none": ["1755", "1756"]}, "more": 1}],
             "requiredStatement": {"label": {"en": ["Attribution"]}, "value": "Museu"}}
            """)
        #expect(sidecar.rights == "http://creativecommons.org/licenses/by/4.0/")
        #expect(
            sidecar.service.map(json) == [#"{"id":"https://example.org/search","type":"SearchService2","profile":1.50}"#])
        #expect(json(sidecar.attribution) == #"[{"@value":"Museu","@language":"pt"},"Museum"]"#)
        #expect(json(sidecar.license) == #""http://example.org/l""# && json(sidecar.logo) == #"{"@id":"http://a/b"}"#)
        #expect(json(sidecar.label) == #"{"pt":["Lisboa"],"en":["Lisbon"]}"#)
        #expect(json(sidecar.summary) == #"{"none":["A \"wall\""]}"#)
        #expect(sidecar.metadata.map(json) == [#"{"label":{"none":["Date"]},"value":{"none":["1755","1756"]}}"#])
        #expect(json(sidecar.requiredStatement) == #"{"label":{"en":["Attribution"]},"value":{"none":["Museu"]}}"#)
    }

    @Test("Missing and unknown members are allowed") func nothing() throws {
        for text in ["{}", #" {"other": {"rights": 1}} "#, "\u{FEFF}{}"] {
            let sidecar = try sidecar(text)
            #expect(sidecar.rights == nil && sidecar.service.isEmpty && sidecar.label == nil && sidecar.metadata.isEmpty)
        }
        #expect(try sidecar(#"{"service": []}"#).service.isEmpty)
    }

    @Test(
        "A sidecar with an invalid member is refused with a reason",
        arguments: [
            "", "[]", "\"a\"", "{", #"{"rights": 1}"#, #"{"rights": null}"#, #"{"rights": "public domain"}"#, #"{"rights": "http://a b"}"#,
            #"{"rights": ["http://a/"]}"#, #"{"service": "a"}"#, #"{"service": [{"id": "http://a"}, 1]}"#, #"{"service": {"type": "a"}}"#,
            #"{"label": 1}"#, #"{"label": {}}"#,
            #"{"label": ["a"]}"#, #"{"label": {"en": [1]}}"#, #"{"label": {"en": {"a": "b"}}}"#, #"{"summary": null}"#,
            #"{"metadata": {}}"#,
            #"{"metadata": [1]}"#, #"{"metadata": [{"label": "a"}]}"#, #"{"requiredStatement": "a"}"#,
            #"{"requiredStatement": {"value": "a"}}"#,
            #"{"attribution": 1}"#, #"{"attribution": [{"@language": "pt"}]}"#, #"{"license": {}}"#, #"{"logo": [1]}"#,
        ])
    func refuses(_ text: String) {
        let error = #expect(throws: SidecarError.self) { try sidecar(text) }
        #expect(error?.reason.isEmpty == false)
    }

    @Test("A sidecar beyond the limit is refused") func size() throws {
        let padding = String(repeating: " ", count: Sidecar.sizeLimit - 2)
        _ = try sidecar("{" + padding + "}")
        #expect(throws: SidecarError.self) { try sidecar("{" + padding + " }") }
    }
}

// JSON from outside the server: what is read and what is refused.

import Foundation
import Protocols
import Testing
import TestSupport

@Suite struct JSONValueTests {
    private func read(_ text: String) throws(JSONError) -> JSONValue { try JSONValue(reading: Array(text.utf8)) }

    private func written(_ value: JSONValue) -> String {
        String(decoding: JSONWriter.object { $0.field("v", value) }.dropFirst(5).dropLast(), as: UTF8.self)
    }

    /// RFC 8259, sections 2 to 7: a text and how it is written again.
    @Test(
        "Valid texts are read and written again without loss",
        arguments: [
            ("null", "null"), (" true ", "true"), ("\t\r\nfalse\n", "false"), ("0", "0"), ("-0", "-0"), ("-12.50e+07", "-12.50e+07"),
            ("1E9", "1E9"), ("123456789012345678901234567890", "123456789012345678901234567890"), ("0.1e-2", "0.1e-2"), (#""""#, #""""#),
            (#""a\"\\\/\b\f\n\r\tb""#, #""a\"\\/\u0008\u000c\n\r\tb""#), (#""\u00e9\u20AC\ud83d\ude00""#, #""é€😀""#),
            (#""é€😀""#, #""é€😀""#),
            (#""\u0000""#, #""\u0000""#), ("[]", "[]"), ("[ 1 , [ ] , { } ]", "[1,[],{}]"), ("{}", "{}"),
            (#"{ "a" : 1 , "b":{"a":[null]} }"#, #"{"a":1,"b":{"a":[null]}}"#), (#"{"":0}"#, #"{"":0}"#),
            // Swift treats these names as equal; in JSON they are different.
            ("{\"\u{e9}\":1,\"e\u{301}\":2}", "{\"\u{e9}\":1,\"e\u{301}\":2}"),
        ])
    func reads(_ text: String, _ again: String) throws {
        #expect(try written(read(text)).utf8.elementsEqual(again.utf8))
    }

    @Test(
        "Texts that are not JSON are refused",
        arguments: [
            "", " ", "nul", "nulll", "True", "01", "-", "+1", "1.", ".5", "1e", "1e+", "0x10", "NaN", "Infinity", "\"", #""\"#, #""\x""#,
            #""\u12""#,
            #""\u12g4""#, #""\ud800""#, #""\ud800\u0041""#, #""\udc00""#, #""\ud800x""#, "\"\n\"", "\"\u{1}\"", "[", "[1", "[1,", "[1,]",
            "[,1]",
            "[1 2]", "[1}", "{", "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{a:1}", "{1:1}", "{\"a\" 1}", "{\"a\":1]",
            "1 2",
            "[]]",
            "/**/1", "'a'", #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, "\u{FEFF}1", "\u{a0}1",
        ])
    func refuses(_ text: String) {
        #expect(throws: JSONError.self) { try read(text) }
    }

    @Test("Bytes that are not UTF-8 are refused") func refusesWhatIsNotUTF8() {
        for bytes: [UInt8] in [
            [0x22, 0xFF, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x80],
        ] {
            #expect(throws: JSONError.self) { try JSONValue(reading: bytes) }
        }
    }

    @Test("Nesting beyond the limit is refused") func depth() throws {
        func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
        #expect(try written(read(nested(JSONValue.depthLimit))) == nested(JSONValue.depthLimit))
        #expect(throws: JSONError.self) { try read(nested(JSONValue.depthLimit + 1)) }
        #expect(throws: JSONError.self) { try read(String(repeating: "[", count: 60_000)) }
        #expect(throws: JSONError.self) { try read(String(repeating: "{\"a\":", count: 10_000)) }
        // Values beside each other are not nested.
        #expect(try read("[" + Array(repeating: "[]", count: 1_000).joined(separator: ",") + "]").elements?.count == 1_000)
    }

    @Test("Errors have the position") func errorsSayWhere() {
        let error = #expect(throws: JSONError.self) { try read(#"{"a": tru}"#) }
        #expect(error?.offset == 6)
        #expect(error.map { "\($0)" } == "no value at byte 6")
    }

    @Test("Members, elements and texts are found by their kinds") func members() throws {
        let value = try read(#"{"a":"x","b":[1],"c":{"d":null}}"#)
        #expect(value["a"]?.text == "x" && value["b"]?.elements == [.number("1")] && value["c"]?["d"] == .null)
        #expect(value["e"] == nil && value["a"]?["b"] == nil && value.text == nil && value.elements == nil)
    }

    @Test("Mutated texts are refused or read as Foundation reads them") func mutations() throws {
        var random = SeededGenerator(seed: 7)
        let text = Array(#"{"label":{"en":["A \u00e9\n"],"pt":[]},"n":[-1.5,0,true,null,{"x":"\ud83d\ude00"}]} "#.utf8)
        var accepted = 0
        for _ in 0..<20_000 {
            var bytes = text
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(text[Int.random(in: 0..<text.count, using: &random)], at: place)
                }
            }
            guard let value = try? JSONValue(reading: bytes) else { continue }
            accepted += 1
            let other = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed) as? NSObject
            let again = try JSONSerialization.jsonObject(with: Data(written(value).utf8), options: .fragmentsAllowed) as? NSObject
            #expect(other == again)
        }
        #expect(accepted > 500)
    }
}

// Written JSON, read by Foundation.

import Foundation
import Protocols
import Testing
import TestSupport

@Suite struct JSONWriterTests {
    @Test("Objects and arrays are nested with commas in between") func nesting() {
        let bytes = JSONWriter.object { json in
            json.array("a") { json in
                json.value(1)
                json.object { _ in }
                json.array { _ in }
                json.null()
                json.value("x")
            }
            json.object("b") { json in json.field("c", "d") }
            json.field("e", 0.5)
        }
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"a":[1,{},[],null,"x"],"b":{"c":"d"},"e":0.5}"#)
    }

    @Test("Every string is read back by Foundation") func stringsComeBack() throws {
        let text = String(String.UnicodeScalarView((0...0x2FF).compactMap(Unicode.Scalar.init))) + "\u{2028}😀\"\\/"
        let bytes = JSONWriter.object { json in json.field(text, text) }
        let read = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: String])
        #expect(read[text]?.unicodeScalars.elementsEqual(text.unicodeScalars) == true)
    }

    @Test(
        "Numbers are written in their shortest form",
        arguments: [
            (0.0, "0"), (-0.0, "0"), (1, "1"), (-17, "-17"), (0.1, "0.1"), (1e21, "1e+21"), (5e-7, "5e-07"),
            (9_007_199_254_740_991, "9007199254740991"),
            (.greatestFiniteMagnitude, "1.7976931348623157e+308"), (.nan, "null"), (.infinity, "null"), (-.infinity, "null"),
        ])
    func numbers(number: Double, text: String) {
        let bytes = JSONWriter.object { json in json.field("n", number) }
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"n":\#(text)}"#)
    }

    @Test("Every finite number is read back by Foundation") func numbersComeBack() throws {
        var generator = SeededGenerator(seed: 5)
        let numbers = (0..<2000).map { _ in Double(bitPattern: generator.next()) }.filter(\.isFinite)
        let bytes = JSONWriter.object { json in
            json.array("numbers") { json in
                for number in numbers { json.value(number) }
            }
        }
        #expect(try JSONDecoder().decode([String: [Double]].self, from: Data(bytes)) == ["numbers": numbers])
    }
}

// Mutated requests: the parser never traps, keeps its limits, and gives the same results however the bytes are cut.

@testable import HTTP
import Testing
import TestSupport

@Suite struct ParserFuzzTests {
    static let seeds = ValidRequestTests.cases.map { Array($0.text.utf8) } + RefusalTests.malformed.map { Array($0.utf8) }
    static let words = [
        "\r\n", "\n", "\r", " ", "\t", ":", ": ", "\0", "Host", "Host: b\r\n", "Content-Length: ", "Content-Length: 3\r\n",
        "Transfer-Encoding: chunked\r\n", "Transfer-Encoding", "chunked", ",", "0\r\n\r\n", "5\r\n", "HTTP/1.1", "HTTP/1.0", "GET / ", "/",
        "?",
        "%", "http://", "\u{7F}", "\u{FF}", "Range: x\r\n", "Upgrade: x\r\n", "Connection: upgrade\r\n", "Connection: close\r\n",
        "\r\n\r\n",
    ].map { Array($0.utf8) }

    @Test("Mutated requests give the same results however the bytes are cut", arguments: 0..<4) func mutations(_ part: Int) {
        var generator = SeededGenerator(seed: UInt64(part) + 100)
        var requests = 0
        var failures = 0
        var limits = RequestLimits()
        limits.head = 300
        limits.target = 100
        limits.fieldCount = 10
        limits.body = 50
        for _ in 0..<6_000 {
            let bytes = Self.mutated(&generator)
            let whole = feed(bytes, limits: limits)
            requests += whole.compactMap(\.request).count
            failures += whole.compactMap(\.failure).count
            for request in whole.compactMap(\.request) { Self.check(request, limits) }
            for cuts in [everywhere(bytes.count), random(bytes.count, &generator)] {
                let cut = feed(bytes, cuts: cuts, limits: limits)
                guard Self.agree(cut, whole) else {
                    Issue.record("\(String(decoding: bytes, as: UTF8.self).debugDescription): \(cuts.count) cuts: \(cut), whole: \(whole)")
                    return
                }
            }
        }
        #expect(requests > 500 && failures > 1_000, "\(requests) requests, \(failures) failures")
    }

    @Test("Random bytes never trap and are never a request") func noise() {
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<3_000 {
            let bytes = (0..<Int.random(in: 1...60, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(feed(bytes).allSatisfy { $0.request == nil })
        }
    }

    private static func check(_ request: Parsed, _ limits: RequestLimits) {
        #expect(request.path.hasPrefix("/") || request.path == "*" && request.method == .options)
        #expect((request.path + (request.query ?? "")).utf8.allSatisfy { (0x21...0x7E).contains($0) })
        #expect(request.path.utf8.count + (request.query?.utf8.count ?? 0) <= limits.target)
        #expect(request.body.utf8.count <= limits.body * 3, "bytes that are not UTF-8 become longer")
        #expect(request.isHTTP10 || request.fields[.host] != nil)
        for (_, value) in request.fields {
            #expect(value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
        }
    }

    /// True when the requests are equal and both or neither end in a failure. The failures may differ when a request has several faults.
    private static func agree(_ a: [ParseResult], _ b: [ParseResult]) -> Bool {
        a.compactMap(\.request) == b.compactMap(\.request) && a.compactMap(\.failure).count == b.compactMap(\.failure).count
    }

    private static func mutated(_ generator: inout SeededGenerator) -> [UInt8] {
        var bytes = seeds.randomElement(using: &generator)!
        for _ in 0..<Int.random(in: 0...4, using: &generator) where !bytes.isEmpty {
            let index = Int.random(in: bytes.indices, using: &generator)
            switch generator.next() % 6 {
            case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
            case 1: bytes.remove(at: index)
            case 2: bytes.removeSubrange(index..<min(bytes.count, index + 8))
            case 3: bytes.insert(contentsOf: bytes[index...].prefix(20), at: index)
            case 4: bytes += seeds.randomElement(using: &generator)!
            default: bytes.insert(contentsOf: words.randomElement(using: &generator)!, at: index)
            }
        }
        return bytes
    }
}

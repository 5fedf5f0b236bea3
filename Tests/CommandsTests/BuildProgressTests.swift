// The progress bar, and the events in JSON.

import Geometry
@testable import Commands
import Testing

@Suite struct BuildProgressTests {
    private func progress(_ events: BuildEvent...) -> BuildProgress {
        var progress = BuildProgress()
        for event in events { progress.update(with: event) }
        return progress
    }

    private func done(_ image: String) -> BuildEvent {
        .done(
            image: image, BuiltPyramid(file: "x.szi", size: PixelSize(width: 300, height: 200), tiles: 14, bytes: 1_234, seconds: 0.56789))
    }

    @Test("the line of one image has its name, a bar, the rate and the time left") func oneImage() {
        let half = progress(.planned(images: 1, pixels: 40_000_000), .progress(image: "a.tif", pixels: 40_000_000, share: 0.5))
        #expect(half.line(width: 60, seconds: 2) == "a.tif  [===========           ]   50 %    10 MP/s  0:02 left")
        // The time left is not known yet.
        #expect(half.line(width: 30, seconds: 0.1) == "a.tif  [=======       ]   50 %")
        #expect(half.line(width: 26, seconds: 2) == " 50 %    10 MP/s  0:02 left".prefix(26))
    }

    @Test("the line of many images counts them") func manyImages() {
        let some = progress(
            .failed(image: "bad", reason: ""), .planned(images: 3, pixels: 100), .progress(image: "a", pixels: 50, share: 0.5),
            .progress(image: "b", pixels: 30, share: 1), done("b"), .progress(image: "a", pixels: 50, share: 0.7))
        #expect(some.line(width: 40, seconds: 0) == "2/3 a  [===============         ]   65 %")
        let all = progress(.planned(images: 1, pixels: 9), .progress(image: "a", pixels: 9, share: 0), done("a"))
        #expect(all.line(width: 30, seconds: 0) == "[=====================]  100 %")
        #expect(progress(.planned(images: 0, pixels: 0)).line(width: 20, seconds: 9).hasSuffix("  0 %"))
    }

    @Test("the line fits any terminal, and contains no control characters", arguments: 0...120) func everyWidth(_ width: Int) {
        let name = "\u{1B}[2J" + String(repeating: "folder/", count: 20) + "\u{7}é.tif"
        let line = progress(.planned(images: 1_000, pixels: 1 << 50), .progress(image: name, pixels: 1 << 40, share: 0.01))
            .line(width: width, seconds: 3_600)
        #expect(line.count <= width)
        #expect(!line.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test("each event is a JSON object") func json() throws {
        func text(_ event: BuildEvent) -> String? { event.json().map { String(decoding: $0, as: UTF8.self) } }
        #expect(text(.planned(images: 1, pixels: 2)) == nil)
        #expect(text(.progress(image: "a \"b\"", pixels: 9, share: 0.4239)) == #"{"event":"progress","image":"a \"b\"","share":0.423}"#)
        #expect(
            text(done("a"))
                == #"{"event":"done","image":"a","file":"x.szi","width":300,"height":200,"tiles":14,"bytes":1234,"seconds":0.568}"#)
        #expect(text(.skipped(image: "a", .isNative)) == #"{"event":"skipped","image":"a","reason":"it holds its own levels"}"#)
        #expect(text(.failed(image: "a", reason: "b\nc")) == #"{"event":"failed","image":"a","reason":"b\nc"}"#)
    }
}

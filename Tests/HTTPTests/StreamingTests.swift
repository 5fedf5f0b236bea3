// Chunks, events and names of files, byte by byte.

import HTTP
import Testing

@Suite struct StreamingTests {
    @Test(
        "A chunk begins with its size in hexadecimal digits",
        arguments: [(1, "1\r\n"), (15, "f\r\n"), (16, "10\r\n"), (65_536, "10000\r\n")]) func chunks(_ count: Int, _ line: String)
    {
        #expect(Chunk.start(count: count) == Array(line.utf8))
    }

    @Test(
        "The lines of an event's data are written one by one",
        arguments: [
            ("a", "event: progress\ndata: a\n\n"), ("", "event: progress\ndata: \n\n"),
            ("a\nb", "event: progress\ndata: a\ndata: b\n\n"),
            ("a\r\nb\rc", "event: progress\ndata: a\ndata: b\ndata: c\n\n"), ("\n\n", "event: progress\ndata: \ndata: \ndata: \n\n"),
            ("a\n\revil: b", "event: progress\ndata: a\ndata: \ndata: evil: b\n\n"), ("é", "event: progress\ndata: é\n\n"),
        ])
    func events(_ data: String, _ text: String) {
        #expect(ServerSentEvent("progress", data: Array(data.utf8)).bytes == Array(text.utf8))
    }

    @Test("An event can set the delay before the client reconnects") func retries() {
        let event = ServerSentEvent("ready", data: Array("{}".utf8), retry: 2_000)
        #expect(event.bytes == Array("retry: 2000\nevent: ready\ndata: {}\n\n".utf8))
    }

    @Test(
        "File names are quoted, and encoded where they are not plain ASCII",
        arguments: [
            ("lisboa.szi", "attachment; filename=\"lisboa.szi\""), ("a b;c.szi", "attachment; filename=\"a b;c.szi\""),
            ("a\"b.szi", "attachment; filename=\"a_b.szi\"; filename*=UTF-8''a%22b.szi"),
            ("Évora/x%.szi", "attachment; filename=\"_vora_x_.szi\"; filename*=UTF-8''%C3%89vora%2Fx%25.szi"),
            ("a\r\nX: b", "attachment; filename=\"a__X: b\"; filename*=UTF-8''a%0D%0AX%3A%20b"),
        ])
    func fileNames(_ name: String, _ value: String) {
        #expect(ContentDisposition.attachment(fileName: name) == value)
    }
}

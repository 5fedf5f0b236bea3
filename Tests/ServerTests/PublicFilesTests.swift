// The pages and scripts of the public folder.

import HTTP
@testable import Server
import Testing
import TestSupport

@Suite struct PublicFilesTests {
    private func makeFolder() -> TemporaryFolder {
        let folder = TemporaryFolder()
        folder.write("index.html", Array("gallery".utf8))
        folder.write("viewer.html", Array("viewer".utf8))
        folder.write("js/a.js", Array("script".utf8))
        folder.write("js/deep/b.css", [])
        folder.write("js/c.exe", [1])
        folder.write(".hidden.html", [1])
        folder.write(".git/a.js", [1])
        folder.touch("index.html", seconds: 784_111_777)
        folder.touch("js/a.js", seconds: -1_000_000_000)
        return folder
    }

    @Test func files() throws {
        let folder = makeFolder()
        let files = try PublicFiles(folder: folder.path, baseURL: nil)
        let script = try #require(files.response(for: request("/js/a.js?v=1")))
        #expect(script.status == .ok && script.text == "script")
        #expect(script["Content-Type"] == "text/javascript; charset=utf-8")
        #expect(script["Cache-Control"] == "no-cache" && script["Access-Control-Allow-Origin"] == "*")
        #expect(script["X-Content-Type-Options"] == "nosniff")
        #expect(script["Last-Modified"] == "Thu, 01 Jan 1970 00:00:00 GMT")
        #expect(files.response(for: request("/js/deep/b.css"))?.body == [])
        for path in [
            "/", "/js", "/js/", "/js/c.exe", "/.hidden.html", "/.git/a.js", "/js/../index.html", "//index.html", "/index.html/",
            "/js%2Fa.js", "/INDEX.HTML",
            "/missing.js",
        ] {
            #expect(files.response(for: request(path)) == nil, "\(path)")
        }
    }

    @Test func pages() throws {
        let folder = makeFolder()
        let files = try PublicFiles(folder: folder.path, baseURL: nil)
        let page = files.page(.gallery, status: .ok, for: request("/"))
        #expect(page.text == "gallery" && page["Content-Type"] == "text/html; charset=utf-8")
        #expect(page["Last-Modified"] == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(page["Content-Security-Policy"]?.contains("default-src 'none'") == true)
        let tag = try #require(page["ETag"])
        #expect(files.page(.gallery, status: .ok, for: request("/", fields: "Host: a\r\nIf-None-Match: \(tag)\r\n")).status == .notModified)
        #expect(files.page(.viewer, status: .ok, for: request("/", fields: "Host: a\r\nIf-None-Match: \(tag)\r\n")).status == .ok)
        // The copy that a client has of the page does not answer a question that went wrong.
        #expect(
            files.page(.gallery, status: .notFound, for: request("/", fields: "Host: a\r\nIf-None-Match: \(tag)\r\n")).text == "gallery")
    }

    @Test func noPages() {
        let folder = makeFolder()
        folder.delete("viewer.html")
        for path in [folder.path, folder / "missing"] {
            let error = #expect(throws: PublicFilesError.self) { try PublicFiles(folder: path, baseURL: nil) }
            #expect(error?.description.contains(path) == true && error?.description.contains("--public-dir") == true)
        }
    }
}

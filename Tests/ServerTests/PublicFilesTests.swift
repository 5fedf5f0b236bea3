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
        let files = try PublicFiles(folder: folder.path, origin: nil)
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
        let files = try PublicFiles(folder: folder.path, origin: nil)
        let page = files.page(.gallery, status: .ok)
        #expect(page.text == "gallery" && page["Content-Type"] == "text/html; charset=utf-8")
        #expect(page["Last-Modified"] == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(page["Content-Security-Policy"]?.contains("default-src 'none'") == true)
        let tag = try #require(page["ETag"])
        let again = request("/", fields: "Host: a\r\nIf-None-Match: \(tag)\r\n")
        #expect(page.negotiated(for: again).status == .notModified)
        #expect(files.page(.viewer, status: .ok).negotiated(for: again).status == .ok)
        // The copy that a client has of the page does not answer a question that went wrong, and that answer is nothing to keep.
        let missing = files.page(.gallery, status: .notFound).negotiated(for: again)
        #expect(missing.text == "gallery" && missing["Cache-Control"] == "no-store")
        #expect(missing["ETag"] == nil && missing["Last-Modified"] == nil && missing["Content-Security-Policy"] != nil)
    }

    /// Between the tags of the marked element, whatever the description says; an own page that has none is served as it is.
    @Test func carriedDescription() throws {
        let folder = makeFolder()
        let own = try PublicFiles(folder: folder.path, origin: nil)
        #expect(own.viewerPage(carrying: Array("{}".utf8), nil).text == "viewer" && own.viewerPage(carrying: [], nil)["ETag"] != nil)
        let element = "<script type=\"application/json\" id=\"image\" class=\"azulejo-carried\">"
        folder.write("viewer.html", Array("<p>\(element)</script></p>".utf8))
        let files = try PublicFiles(folder: folder.path, origin: nil)
        let page = files.viewerPage(carrying: Array(#"{"id":"</script><!--é"}"#.utf8), nil)
        #expect(page.text == #"<p>\#(element){"id":"\u003c/script>\u003c!--é"}</script></p>"#)
        #expect(page["ETag"] == nil && page["Last-Modified"] == nil && page["Cache-Control"] == "no-cache")
        #expect(page["Content-Type"] == "text/html; charset=utf-8" && page["Content-Security-Policy"] != nil)
        // Each description makes another page.
        let tags = ["{}", "{ }"].map {
            files.viewerPage(carrying: Array($0.utf8), nil).negotiated(for: request("/", fields: "Host: a\r\n"))["ETag"]
        }
        #expect(tags[0] != nil && tags[0] != tags[1])
    }

    /// The policy names the operator's origin without its prefix, and every text is there in gzip, too, where that is shorter.
    @Test func policyAndCodings() throws {
        let folder = makeFolder()
        folder.write("js/long.js", [UInt8](repeating: 0x20, count: 3_000))
        let files = try PublicFiles(folder: folder.path, origin: BaseURL(decided: "https://images.example.org:8443/slides"))
        let policy = files.page(.gallery, status: .ok)["Content-Security-Policy"]
        #expect(policy?.contains("img-src 'self' https://images.example.org:8443 blob:") == true && policy?.contains("slides") == false)
        #expect(files.response(for: request("/js/long.js"))?.gzippedBody?.count ?? .max < 100)
        #expect(files.response(for: request("/js/a.js"))?.gzippedBody == nil)
    }

    @Test func noPages() {
        let folder = makeFolder()
        folder.delete("viewer.html")
        for path in [folder.path, folder / "missing"] {
            let error = #expect(throws: PublicFilesError.self) { try PublicFiles(folder: path, origin: nil) }
            #expect(error?.description.contains(path) == true && error?.description.contains("--public-dir") == true)
        }
    }
}

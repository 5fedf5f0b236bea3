// Manifests of the IIIF Presentation API 3.0: paths and documents.

import Foundation
import Geometry
import Protocols
import Testing

@Suite struct ManifestTests {
    private func request(_ path: String) -> PresentationRequest? {
        let bytes = Array(path.utf8)
        return PathSegments(bytes.span).flatMap { PresentationRequest(bytes.span, $0) }
    }

    @Test("Paths of manifests are read, and others are not") func paths() throws {
        for (path, identifier) in [
            ("/iiif/3/a.jpg/manifest.json", "a.jpg"), ("/iiif/3/maps%2Fold/manifest.json", "maps%2Fold"),
            ("/iiif/3/manifest.json/manifest.json", "manifest.json"),
        ] {
            let range = try #require(request(path)?.identifier)
            #expect(slice(path, range) == identifier)
        }
        #expect(try #require(request("/iiif/3/manifest.json")).identifier == nil)
        for path in [
            "/iiif/2/a/manifest.json", "/iiif/2/manifest.json", "/iiif/3", "/iiif/manifest.json", "/iiif/3//manifest.json",
            "/iiif/3/a/manifest.json/", "/iiif/3/a/Manifest.json", "/iiif/3/a/b/manifest.json", "/iiif/3/a/manifest",
        ] { #expect(request(path) == nil, "\(path)") }
    }

    private func canvas(_ name: String, _ width: Int, _ height: Int, tileSize: Int = 512, maxArea: Int = 64_000_000) throws
        -> ManifestCanvas
    {
        let links = ImageLinks(try #require(ImageIdentifier(path: name)), version: "abc", base: "https://example.org/p")
        return ManifestCanvas(
            links: links, label: name, grid: PyramidGrid(size: PixelSize(width: width, height: height), tileSize: tileSize),
            maxArea: maxArea)
    }

    private func read(_ manifest: Manifest) throws -> NSDictionary {
        try #require(try JSONSerialization.jsonObject(with: Data(manifest.json())) as? NSDictionary)
    }

    @Test("A manifest has the structure that viewers read") func document() throws {
        let manifest = Manifest(
            id: "https://example.org/p/iiif/3/b.pdf/manifest.json", label: "b \"1\"", sidecar: nil, behavior: .paged,
            canvases: [try canvas("b.pdf", 3001, 1999), try canvas("b.pdf;2", 300, 200)], isCut: false)
        #expect(String(decoding: manifest.json().prefix(70), as: UTF8.self).hasPrefix(#"{"@context":"\#(Manifest.context)","#))
        let json = try read(manifest)
        #expect(json["id"] as? String == manifest.id && json["type"] as? String == "Manifest" && json["metadata"] == nil)
        #expect(json["label"] as? NSDictionary == ["none": ["b \"1\""]] && json["behavior"] as? [String] == ["paged"])
        let items = try #require(json["items"] as? [NSDictionary])
        let thumbnail: NSArray = [
            ["id": "https://example.org/p/images/b.pdf/thumbnail.jpg?v=abc", "type": "Image", "format": "image/jpeg"]
        ]
        #expect(json["thumbnail"] as? NSArray == thumbnail && items[0]["thumbnail"] as? NSArray == thumbnail)
        let base = "https://example.org/p/iiif/3/b.pdf;2"
        #expect(
            items[1] == [
                "id": "\(base)/canvas", "type": "Canvas", "label": ["none": ["b.pdf;2"]], "width": 300, "height": 200,
                "thumbnail": [
                    ["id": "https://example.org/p/images/b.pdf;2/thumbnail.jpg?v=abc", "type": "Image", "format": "image/jpeg"]
                ],
                "items": [
                    [
                        "id": "\(base)/canvas/page", "type": "AnnotationPage",
                        "items": [
                            [
                                "id": "\(base)/canvas/page/painting", "type": "Annotation", "motivation": "painting",
                                "target": "\(base)/canvas",
                                "body": [
                                    "id": "\(base)/full/max/0/default.jpg?v=abc", "type": "Image", "format": "image/jpeg", "width": 300,
                                    "height": 200, "service": [["id": base, "type": "ImageService3", "profile": "level2"]],
                                ],
                            ]
                        ],
                    ]
                ],
            ] as NSDictionary)
    }

    @Test(
        "Viewers without tiles load one level, never all of a gigapixel image",
        arguments: [
            (3001, 1999, 512, "1501,1000"), (2048, 2000, 512, "max"), (2049, 2000, 512, "1025,1000"), (100_000, 50_000, 512, "1563,782"),
            (5000, 5000, 4096, "2500,2500"), (1, 1, 512, "max"),
        ])
    func picture(_ width: Int, _ height: Int, _ tileSize: Int, _ size: String) throws {
        let manifest = Manifest(
            id: "a", label: "a", sidecar: nil, behavior: .individuals, canvases: [try canvas("a", width, height, tileSize: tileSize)],
            isCut: true)
        #expect(String(decoding: manifest.json(), as: UTF8.self).contains("/iiif/3/a/full/\(size)/0/default.jpg?v=abc"))
        let note: NSArray = [["label": ["en": ["Note"]], "value": ["en": ["There are more than these 1, which are the first."]]]]
        #expect(try read(manifest)["metadata"] as? NSArray == note)
    }

    @Test("The picture is within the limits of the server") func pictureWithinTheLimit() throws {
        let canvas = try canvas("a", 2048, 1500, maxArea: 1_000_000)
        let manifest = Manifest(id: "a", label: "a", sidecar: nil, behavior: .individuals, canvases: [canvas], isCut: false)
        #expect(String(decoding: manifest.json(), as: UTF8.self).contains("/iiif/3/a/full/1024,750/0/default.jpg?v=abc"))
    }

    @Test("The sidecar of the file is in the manifest, those of images on their canvases") func sidecars() throws {
        let book = try Sidecar(
            reading: Array(
                #"""
                {"label": "A book", "summary": {"pt": ["Um livro"]}, "rights": "http://rightsstatements.org/vocab/NoC-US/1.0/",
                 "metadata": [{"label": "Author", "value": {"none": ["A", "B"]}}], "requiredStatement": {"label": "By", "value": "The library"}}
                """#.utf8))
        let leaf = try Sidecar(reading: Array(#"{"label": {"en": ["Leaf 2"]}, "metadata": []}"#.utf8))
        let links = try canvas("b", 3, 2).links
        let leaves = ManifestCanvas(
            links: links, label: "b", sidecar: leaf, grid: PyramidGrid(size: PixelSize(width: 3, height: 2), tileSize: 64), maxArea: 100)
        let manifest = Manifest(id: "a", label: "a", sidecar: book, behavior: .individuals, canvases: [leaves], isCut: true)
        let json = try read(manifest)
        #expect(json["label"] as? NSDictionary == ["none": ["A book"]] && json["summary"] as? NSDictionary == ["pt": ["Um livro"]])
        #expect(json["rights"] as? String == "http://rightsstatements.org/vocab/NoC-US/1.0/")
        #expect(json["requiredStatement"] as? NSDictionary == ["label": ["none": ["By"]], "value": ["none": ["The library"]]])
        let metadata = try #require(json["metadata"] as? [NSDictionary])
        #expect(metadata.count == 2 && metadata[0] == ["label": ["none": ["Author"]], "value": ["none": ["A", "B"]]])
        let item = try #require((json["items"] as? [NSDictionary])?.first)
        #expect(item["label"] as? NSDictionary == ["en": ["Leaf 2"]] && item["metadata"] == nil && item["rights"] == nil)
    }

    @Test("The manifest of a folder has its path in the URL") func folders() throws {
        let folder = try #require(ImageIdentifier(path: "maps/old ones"))
        #expect(ImageLinks.manifest(ofFolder: folder, base: "http://a") == "http://a/iiif/3/maps%2Fold%20ones/manifest.json")
        #expect(ImageLinks.manifest(ofFolder: nil, base: "http://a") == "http://a/iiif/3/manifest.json")
        #expect(folder.name == "old ones" && ImageIdentifier(path: "a;2")?.name == "a;2")
    }
}

// The query of a viewport: its values, and errors that name the parameter and the value.

import Geometry
import Protocols
import Testing

@Suite struct ViewportQueryTests {
    @Test("All parameters are read") func everyParameter() throws {
        let query = try parse(
            "width=390&height=844.5&dpr=3&scale=2.5&anchor=0.5,0.4&offset=-20,1e1&min=0.5&max=40&ideal=1.5&background=10203040&v=abc&x")
        #expect(query.view == Size(width: 390, height: 844.5) && query.dpr == 3 && query.scale == 2.5)
        #expect(query.anchor == Point(x: 0.5, y: 0.4) && query.offset == Point(x: -20, y: 10))
        #expect(query.min == 0.5 && query.max == 40 && query.ideal == 1.5)
        #expect(query.background == Colour(red: 0x10, green: 0x20, blue: 0x30, alpha: 0x40))
    }

    @Test("Parameters that are missing have their defaults") func defaults() throws {
        let query = try parse("height=2&width=1")
        #expect(query.view == Size(width: 1, height: 2) && query.dpr == 1 && query.anchor == .centre && query.offset == .zero)
        #expect(query.scale == nil && query.min == nil && query.max == nil && query.ideal == nil && query.background == nil)
    }

    @Test("Escapes are decoded, and a plus sign is a sign") func escapesAndSigns() throws {
        #expect(try parse("width=%31&height=1&&anchor=%2B0.5%2C-1&%6Fffset=+3,0&").anchor == Point(x: 0.5, y: -1))
        #expect(try parse("width=1&height=1&%6Fffset=+3,0").offset == Point(x: 3, y: 0))
        #expect(try parse("width=1&height=1&background=transparent").background == .transparent)
        #expect(try parse("width=1&height=1&background=fFfFfF").background == .white)
    }

    @Test(
        "Values of the wrong syntax are refused by name and value",
        arguments: [
            ("", "width", nil), ("width=1", "height", nil), ("height=1", "width", nil), ("width=&height=1", "width", ""),
            ("width&height=1", "width", ""),
            ("width=nan&height=1", "width", "nan"), ("width=inf&height=1", "width", "inf"), ("width=0x10&height=1", "width", "0x10"),
            ("width=1px&height=1", "width", "1px"), ("width=1 &height=1", "width", "1 "), ("width=1&width=1&height=1", "width", "1"),
            ("width=1&height=1&%77idth=2", "width", "2"), ("width=1&height=1&anchor=1", "anchor", "1"),
            ("width=1&height=1&anchor=1,2,3", "anchor", "1,2,3"),
            ("width=1&height=1&offset=,", "offset", ","), ("width=1&height=1&offset=a,1", "offset", "a,1"),
            ("width=1&height=1&background=red", "background", "red"),
            ("width=1&height=1&background=12345", "background", "12345"),
            ("width=1&height=1&background=1234567g", "background", "1234567g"),
            ("width=1&height=%", "query", "height=%"), ("width=1&height=1&x=%ff", "query", "x=%ff"),
        ] as [(String, String, String?)])
    func unreadable(query: String, parameter: String, value: String?) {
        let error = #expect(throws: RequestError.self) { try parse(query) }
        #expect(error?.kind == .badRequest && error?.parameter == parameter && error?.value == value)
    }

    @Test(
        "Values out of range are refused by name and value",
        arguments: [
            ("width=0&height=1", "width", "0.0"), ("width=1&height=-2", "height", "-2.0"), ("width=16385&height=1", "width", "16385.0"),
            ("width=1e999&height=1", "width", "inf"), ("width=1&height=1&dpr=8.5", "dpr", "8.5"),
            ("width=1&height=1&scale=0", "scale", "0.0"),
            ("width=1&height=1&min=5&max=4", "min", "5.0"), ("width=1&height=1&anchor=1e300,0", "anchor", "1e+300"),
            ("width=1&height=1&scale=-1e999", "scale", "-inf"),
        ])
    func impossible(query: String, parameter: String, value: String) {
        let error = #expect(throws: RequestError.self) { try parse(query).viewport(of: PixelSize(width: 30, height: 20)) }
        #expect(error?.kind == .badRequest && error?.parameter == parameter && error?.value == value)
    }

    @Test("Paths of viewports are read, and others refused") func paths() {
        #expect(outcome("/viewport/a%2Fb", ViewportRequest.init).request?.answer == .plan)
        #expect(outcome("/viewport/a/image.webp", ViewportRequest.init).request?.answer == .image(.webp))
        #expect(outcome("/viewport/a/image.bmp", ViewportRequest.init) == .refused(.unsupportedFormat, parameter: "format"))
        for path in [
            "/viewport", "/viewport/", "/viewport/a/", "/viewport/a/image", "/viewport/a/picture.jpg", "/viewport//image.jpg",
            "/viewport/a/b/c",
        ] {
            #expect(outcome(path, ViewportRequest.init) == .refused(.notFound, parameter: "path"))
        }
    }

    private func parse(_ query: String) throws(RequestError) -> ViewportQuery { try ViewportQuery(Array(query.utf8).span) }
}

// A colour as the bands of an image.
internal import Geometry

extension Colour {
    var isGrey: Bool { red == green && green == blue }

    /// One number for each band, 0 to 255: grey; grey and alpha; red, green and blue; or red, green, blue and alpha.
    func values(bands: Int) -> [Double] {
        let colours = bands < 3 ? [red] : [red, green, blue]
        return (bands % 2 == 0 ? colours + [alpha] : colours).map(Double.init)
    }
}

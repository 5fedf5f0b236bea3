// How much room a turned image takes.
public import Geometry
internal import Glibc

extension Turn {
    /// The size of the smallest upright canvas that holds a turned image of that size: the same or with its sides changed for quarters of a
    /// turn, larger for other angles.
    public func canvas(of size: PixelSize) -> PixelSize {
        if let quarters {
            return quarters.isMultiple(of: 2) ? size : PixelSize(width: size.height, height: size.width)
        }
        let (cosine, sine) = (abs(self.cosine), abs(self.sine))
        let (width, height) = (Double(size.width), Double(size.height))
        // What is beyond a whole number by less than can be seen is not worth a row of the background.
        func pixels(_ extent: Double) -> Int { max(1, Int((extent - 0.001).rounded(.up))) }
        return PixelSize(width: pixels(width * cosine + height * sine), height: pixels(width * sine + height * cosine))
    }

    var cosine: Double { cos(degrees * .pi / 180) }
    var sine: Double { sin(degrees * .pi / 180) }
}

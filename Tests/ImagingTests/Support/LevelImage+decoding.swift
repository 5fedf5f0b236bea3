// A level that is a whole file, decoded as the server decodes it, for tests to look at its pixels.
@testable import Imaging

extension LevelImage {
    convenience init(decoding file: ImageSource, _ description: ImageDescription) throws(ImagingError) {
        let pixels = try file.reading(description) { (tiles) throws(ImagingError) in
            try file.open(description, tiles).inStandardColour().inMemory()
        }
        self.init(pixels)
    }
}

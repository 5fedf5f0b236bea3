// The names of image formats.

import Geometry
import Testing

@Suite struct ImageFormatTests {
    @Test("The name of each format in URLs gives the format back", arguments: ImageFormat.allCases)
    func namesComeBack(format: ImageFormat) {
        #expect(ImageFormat(fileExtension: Array(format.fileExtension.utf8).span) == format)
        #expect(format.mediaType.hasPrefix("image/"))
    }

    @Test("Any other spelling is not a format", arguments: ["", "jpeg", "JPG", "jp", "jpg ", "tiff", "bmp", "web", "\0jpg"])
    func otherNamesAreNone(name: String) {
        #expect(ImageFormat(fileExtension: Array(name.utf8).span) == nil)
    }
}

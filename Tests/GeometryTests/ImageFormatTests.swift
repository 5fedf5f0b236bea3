// The names of formats, exactly.

import Geometry
import Testing

@Suite struct ImageFormatTests {
    @Test(arguments: ImageFormat.allCases)
    func namesComeBack(format: ImageFormat) {
        #expect(ImageFormat(fileExtension: Array(format.fileExtension.utf8).span) == format)
        #expect(format.mediaType.hasPrefix("image/"))
    }

    @Test(arguments: ["", "jpeg", "JPG", "jp", "jpg ", "tiff", "bmp", "web", "\0jpg"])
    func otherNamesAreNone(name: String) {
        #expect(ImageFormat(fileExtension: Array(name.utf8).span) == nil)
    }
}

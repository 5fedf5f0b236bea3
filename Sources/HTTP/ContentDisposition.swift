// The Content-Disposition field: what a file is called where a browser saves it (RFC 6266).

public enum ContentDisposition {
    /// The value for a file that is to be saved under a name.
    ///
    /// Names of ASCII alone are written as they are; of others the old form holds what is left of them, and the newer form (RFC 8187) all.
    public static func attachment(fileName: String) -> String {
        var plain = ""
        var isPlain = true
        for scalar in fileName.unicodeScalars {
            // A quote would end the name, a percent sign is decoded by some clients, and a slash would be a folder.
            let isSafe = (0x20..<0x7F).contains(scalar.value) && !"\"\\%/".unicodeScalars.contains(scalar)
            plain.unicodeScalars.append(isSafe ? scalar : "_")
            isPlain = isPlain && isSafe
        }
        let value = "attachment; filename=\"\(plain)\""
        return isPlain ? value : value + "; filename*=UTF-8''" + encoded(fileName)
    }

    /// Percent-encoded but for the characters that RFC 8187 calls attr-char.
    private static func encoded(_ name: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in name.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: bytes.append(byte)
            case _ where "!#$&+-.^_`|~".utf8.contains(byte): bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

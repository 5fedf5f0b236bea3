// ContentDisposition: the name under which a browser saves a file (RFC 6266).

/// Writes Content-Disposition fields. Any thread.
public enum ContentDisposition {
    /// The value of a Content-Disposition field for a file to be saved.
    ///
    /// A name of safe ASCII characters is written as it is. For other names, `filename` holds the name with the unsafe characters replaced
    /// by "_", and `filename*` holds the whole name (RFC 8187).
    public static func attachment(fileName: String) -> String {
        var plain = ""
        var isPlain = true
        for scalar in fileName.unicodeScalars {
            // A quotation mark would end the name, some clients decode percent signs, and a slash would name a folder.
            let isSafe = (0x20..<0x7F).contains(scalar.value) && !"\"\\%/".unicodeScalars.contains(scalar)
            plain.unicodeScalars.append(isSafe ? scalar : "_")
            isPlain = isPlain && isSafe
        }
        let value = "attachment; filename=\"\(plain)\""
        return isPlain ? value : value + "; filename*=UTF-8''" + encoded(fileName)
    }

    /// Percent-encodes all bytes except those of RFC 8187's attr-char.
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

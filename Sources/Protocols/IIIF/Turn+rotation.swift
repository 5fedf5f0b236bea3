// Turn: the rotation parameter of IIIF (Image API 3.0, section 4.3).

import Geometry

extension Turn {
    /// For messages: the allowed values.
    static let forms = "degrees from 0 to 360, also behind \"!\""

    /// Parses the parameter.
    /// - Returns: nil for any other text.
    init?(_ text: ParameterScanner) {
        var text = text
        let isMirrored = text.take("!")
        guard let degrees = text.decimal(), degrees <= 360, text.isAtEnd else { return nil }
        self.init(degrees: degrees, isMirrored: isMirrored)
    }
}

extension [UInt8] {
    /// Appends the canonical form: "!" for mirroring, no zeros at the end of a fraction, and a zero before the decimal point.
    mutating func append(_ turn: Turn) {
        if turn.isMirrored { append(UInt8(ascii: "!")) }
        append(decimal: turn.millionths / 1_000_000)
        var fraction = turn.millionths % 1_000_000
        guard fraction > 0 else { return }
        append(UInt8(ascii: "."))
        var unit = 100_000
        while fraction > 0 {
            append(UInt8(ascii: "0") + UInt8(fraction / unit))
            fraction %= unit
            unit /= 10
        }
    }
}

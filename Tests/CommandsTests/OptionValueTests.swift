// Numbers in the notations of a command line.

@testable import Commands
import Testing

@Suite struct OptionValueTests {
    @Test(
        "a number of bytes may have a unit",
        arguments: [
            ("0", 0), ("1", 1), ("256", 256), ("1B", 1), ("1kB", 1_000), ("1KiB", 1_024), ("256MiB", 256 << 20), ("10GiB", 10 << 30),
            ("2TiB", 2 << 40), ("3MB", 3_000_000), ("4GB", 4_000_000_000), ("5TB", 5_000_000_000_000), ("0GiB", 0),
            ("8388607TiB", 8_388_607 << 40),
        ])
    func bytes(_ text: String, _ value: Int) {
        #expect(OptionValue.bytes(text) == value)
    }

    @Test(
        "other texts are no number of bytes",
        arguments: [
            "", "B", "MiB", "-1", "-1MiB", "1.5GiB", "1 GiB", " 1", "1gib", "1K", "1M", "1kiB", "1PiB", "0x10", "99999999999999999999",
            "8388608TiB",
            "9223372036854775807KiB", "ten", "1MiBB", "1BB", "١",
        ])
    func notBytes(_ text: String) {
        #expect(OptionValue.bytes(text) == nil)
    }

    @Test(
        "a whole number is within its range",
        arguments: [
            ("5", 5), ("1", 1), ("10", 10), ("0", nil), ("11", nil), ("-5", nil), ("", nil), ("5 ", nil), ("5.0", nil), ("five", nil),
        ] as [(String, Int?)])
    func integers(_ text: String, _ value: Int?) {
        #expect(OptionValue.integer(text, 1...10) == value)
    }
}

// The date formats of HTTP.

import HTTP
import Testing
import TestSupport

@Suite struct HTTPDateTests {
    @Test(
        "Known dates are written and read as IMF-fixdate",
        arguments: [
            (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
            (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"), (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
            (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"),
            (1_704_067_199, "Sun, 31 Dec 2023 23:59:59 GMT"), (2_147_483_648, "Tue, 19 Jan 2038 03:14:08 GMT"),
            (13_574_563_200, "Tue, 29 Feb 2400 00:00:00 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ])
    func known(_ seconds: Int, _ text: String) {
        #expect(HTTPDate.format(seconds) == text)
        #expect(HTTPDate.parse(text) == seconds)
    }

    @Test(
        "The obsolete formats are read",
        arguments: [
            ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777), ("Sun Nov  6 08:49:37 1994", 784_111_777),
            ("Tuesday, 29-Feb-00 00:00:00 GMT", 951_782_400), ("Tue Feb 29 00:00:00 2000", 951_782_400),
            ("Wednesday, 01-Jan-75 00:00:00 GMT", 157_766_400), ("Fri Dec 31 23:59:59 9999", 253_402_300_799),
            ("Sun Nov 06 08:49:37 1994", 784_111_777),
        ])
    func obsolete(_ text: String, _ seconds: Int) { #expect(HTTPDate.parse(text, now: 1_700_000_000) == seconds) }

    @Test("A year of two digits is at most fifty years ahead, to the second") func centuries() throws {
        for (now, text, date) in [
            ("Tue, 14 Nov 2023 22:13:20 GMT", "Tuesday, 14-Nov-73 22:13:20 GMT", "Tue, 14 Nov 2073 22:13:20 GMT"),
            ("Tue, 14 Nov 2023 22:13:20 GMT", "Wednesday, 14-Nov-73 22:13:21 GMT", "Wed, 14 Nov 1973 22:13:21 GMT"),
            ("Tue, 14 Nov 2023 22:13:20 GMT", "Thursday, 01-Jan-98 00:00:00 GMT", "Thu, 01 Jan 1998 00:00:00 GMT"),
            ("Thu, 01 Jan 2060 00:00:00 GMT", "Friday, 01-Jan-10 00:00:00 GMT", "Fri, 01 Jan 2110 00:00:00 GMT"),
            ("Thu, 01 Jan 2060 00:00:00 GMT", "Friday, 02-Jan-10 00:00:00 GMT", "Sat, 02 Jan 2010 00:00:00 GMT"),
        ] {
            let now = try #require(HTTPDate.parse(now))
            #expect(HTTPDate.parse(text, now: now) == HTTPDate.parse(date))
        }
    }

    @Test("Every date that is written is read back") func roundTrip() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<20_000 {
            let seconds = Int.random(in: 0...253_402_300_799, using: &generator)
            #expect(HTTPDate.parse(HTTPDate.format(seconds)) == seconds)
        }
    }

    @Test("Every day of 400 years has its date and its day of the week") func everyDay() {
        let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        for day in 0..<146_097 {
            let text = HTTPDate.format(day * 86_400)
            guard HTTPDate.parse(text) == day * 86_400, text.hasPrefix(weekdays[day % 7]) else {
                Issue.record("day \(day): \(text)")
                return
            }
        }
    }

    @Test(
        "Dates that HTTP cannot write become the nearest that it can",
        arguments: [
            (-1, "Thu, 01 Jan 1970 00:00:00 GMT"), (-86_400 * 3, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (Int.min, "Thu, 01 Jan 1970 00:00:00 GMT"),
            (253_402_300_800, "Fri, 31 Dec 9999 23:59:59 GMT"), (Int.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
        ])
    func outOfRange(_ seconds: Int, _ text: String) {
        #expect(HTTPDate.format(seconds) == text)
    }

    @Test(
        "Malformed dates are refused",
        arguments: [
            "", "Sun, 06 Nov 1994 08:49:37", "Sun, 6 Nov 1994 08:49:37 GMT", "Abc, 06 Nov 1994 08:49:37 GMT",
            "Sun, 06 nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT",
            "Sun, 06 Nov 1994 08:49:61 GMT",
            "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1969 08:49:37 GMT",
            "Sun, 06 Nov 19940 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37 UTC", "Sun, 06 Nov 1994 8:49:37 GMT", "Sun,  06 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37 GMT ",
            // Texts that are nearly in an obsolete format.
            "Sun, 06-Nov-94 08:49:37 GMT", "Sunday 06-Nov-94 08:49:37 GMT", "Sunday, 06-Nov-1994 08:49:37 GMT",
            "Sunday, 6-Nov-94 08:49:37 GMT",
            "Sunday, 06-Nov-94 08:49:37", "Sunday, 06 Nov 94 08:49:37 GMT", "Sunday, 31-Apr-94 08:49:37 GMT",
            "Sunday, 06-Nov-94 24:00:00 GMT",
            "Sunday, 06-Nov-94-1 08:49:37 GMT", "Sun Nov 6 08:49:37 1994", "Sun Nov  06 08:49:37 1994", "Sun Nov 06 08:49:37 94",
            "Sun Nov  6 08:49:37 1969", "Sun Nov  6 08:49:37 1994 GMT", "Sun, Nov  6 08:49:37 1994", "Sun Feb 30 08:49:37 1994",
            "Sun Nov   6 08:49:37 1994", "Sunday Nov  6 08:49:37 1994", "Sun Nov  6 08:49 1994", " Sun Nov  6 08:49:37 1994",
            "Sun, 31 Feb 2015 00:00:00 GMT", "Sun, 29 Feb 2023 00:00:00 GMT", "Sun, 31 Apr 2023 00:00:00 GMT",
            "Sun, -6 Nov 1994 08:49:37 GMT",
        ])
    func notDates(_ text: String) {
        #expect(HTTPDate.parse(text) == nil)
    }
}

// Dates as HTTP writes them, without Foundation.

/// IMF-fixdate (RFC 9110, 5.6.7), such as `Sun, 06 Nov 1994 08:49:37 GMT`.
public enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let count = 29

    /// - Parameter seconds: since 1970 in UTC. Dates outside the years 1970 to 9999, which files may have, become the nearest inside.
    public static func format(_ seconds: Int) -> String {
        let seconds = max(0, min(seconds, 253_402_300_799))
        let day = seconds / 86_400
        let (year, month, dayOfMonth) = civil(fromDay: day)
        // Written digit by digit: each tile that is read from a file has a date of its own, and to put text together takes microseconds.
        var text = days[day % 7]
        text.reserveCapacity(count)
        func append(_ mark: String, _ value: Int) {
            text += mark
            text.unicodeScalars.append(digit(value / 10 % 10))
            text.unicodeScalars.append(digit(value % 10))
        }
        append(", ", dayOfMonth)
        text += " "
        text += months[month - 1]
        append(" ", year / 100)
        append("", year % 100)
        append(" ", seconds / 3_600 % 24)
        append(":", seconds / 60 % 60)
        append(":", seconds % 60)
        text += " GMT"
        return text
    }

    private static func digit(_ value: Int) -> Unicode.Scalar { Unicode.Scalar(UInt8(ascii: "0") + UInt8(value)) }

    /// Seconds since 1970; nil for anything but an IMF-fixdate (the obsolete forms are not sent by any client of today).
    public static func parse(_ text: String) -> Int? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0].count == 4, parts[0].hasSuffix(","), parts[5] == "GMT",
            let dayOfMonth = number(parts[1], digits: 2), (1...31).contains(dayOfMonth),
            let month = months.firstIndex(of: String(parts[2])).map({ $0 + 1 }),
            let year = number(parts[3], digits: 4), year >= 1970
        else { return nil }
        let time = parts[4].split(separator: ":", omittingEmptySubsequences: false)
        guard time.count == 3,
            let hour = number(time[0], digits: 2), hour < 24,
            let minute = number(time[1], digits: 2), minute < 60,
            let second = number(time[2], digits: 2), second <= 60
        else { return nil }
        let day = day(year: year, month: month, day: dayOfMonth)
        // A 31st of April would count as the 1st of May.
        guard civil(fromDay: day).month == month else { return nil }
        return ((day * 24 + hour) * 60 + minute) * 60 + second
    }

    private static func number(_ text: Substring, digits: Int) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }

    // Days and civil dates: years are counted from March, so that the leap day is the last of its year, and in eras of 400 years,
    // which all have the same number of days.

    private static func day(year: Int, month: Int, day: Int) -> Int {
        let shifted = month > 2 ? year : year - 1
        let era = shifted / 400
        let yearOfEra = shifted % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private static func civil(fromDay day: Int) -> (year: Int, month: Int, day: Int) {
        let shifted = day + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
    }
}

// HTTPDate: the date formats of HTTP, without Foundation.

private import Glibc

/// Dates in HTTP fields (RFC 9110, 5.6.7). They are written as IMF-fixdate, such as `Sun, 06 Nov 1994 08:49:37 GMT`. The two obsolete
/// formats are read as well. Any thread.
public enum HTTPDate {
    private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let longDays = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    private static let count = 29

    /// Writes a date as IMF-fixdate.
    /// - Parameter seconds: since 1970, UTC. Dates before 1970 and after 9999, which files may have, become the nearest date within.
    public static func format(_ seconds: Int) -> String {
        let seconds = max(0, min(seconds, 253_402_300_799))
        let day = seconds / 86_400
        let (year, month, dayOfMonth) = civil(fromDay: day)
        // Written digit by digit: every tile that is read from a file has its own date, and string interpolation takes microseconds.
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

    /// Parses a date in one of the three formats that recipients must accept.
    /// - Returns: seconds since 1970; nil when the text is malformed or the date is before 1970.
    public static func parse(_ text: String) -> Int? { parse(text, now: time(nil)) }

    /// Parses a date as if the current time were `now`.
    /// - Parameter now: seconds since 1970. It decides the century of a year with two digits.
    public static func parse(_ text: String, now: @autoclosure () -> Int) -> Int? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        // Sun, 06 Nov 1994 08:49:37 GMT
        if parts.count == 6, parts[5] == "GMT" {
            guard parts[0].last == ",", days.contains(where: { parts[0].dropLast() == $0 }) else { return nil }
            return seconds(year: number(parts[3], digits: 4), month: parts[2], day: number(parts[1], digits: 2), time: parts[4])
        }
        // Sunday, 06-Nov-94 08:49:37 GMT
        if parts.count == 4, parts[3] == "GMT" {
            let date = parts[1].split(separator: "-", omittingEmptySubsequences: false)
            guard parts[0].last == ",", longDays.contains(where: { parts[0].dropLast() == $0 }), date.count == 3,
                let year = number(date[2], digits: 2)
            else { return nil }
            let now = now()
            let (thisYear, month, dayOfMonth) = civil(fromDay: now / 86_400)
            let latest = day(year: thisYear + 50, month: month, day: dayOfMonth) * 86_400 + now % 86_400
            let century = (thisYear + 50) / 100 * 100
            // A date that appears to be more than 50 years in the future is in the past century (RFC 9110, 5.6.7).
            return [century, century - 100].lazy
                .compactMap { seconds(year: $0 + year, month: date[1], day: number(date[0], digits: 2), time: parts[2]) }
                .first { $0 <= latest }
        }
        // Sun Nov  6 08:49:37 1994
        let isPadded = parts.count == 6 && parts[2].isEmpty
        guard parts.count == 5 || isPadded, days.contains(where: { parts[0] == $0 }) else { return nil }
        let day = isPadded ? number(parts[3], digits: 1) : number(parts[2], digits: 2)
        return seconds(year: number(parts[parts.count - 1], digits: 4), month: parts[1], day: day, time: parts[parts.count - 2])
    }

    private static func seconds(year: Int?, month: Substring, day dayOfMonth: Int?, time: Substring) -> Int? {
        guard let year, year >= 1970, let dayOfMonth, (1...31).contains(dayOfMonth),
            let month = months.firstIndex(where: { month == $0 }).map({ $0 + 1 })
        else { return nil }
        let time = time.split(separator: ":", omittingEmptySubsequences: false)
        guard time.count == 3,
            let hour = number(time[0], digits: 2), hour < 24,
            let minute = number(time[1], digits: 2), minute < 60,
            let second = number(time[2], digits: 2), second <= 60
        else { return nil }
        let day = day(year: year, month: month, day: dayOfMonth)
        // April 31 would count as May 1.
        guard civil(fromDay: day).month == month else { return nil }
        return ((day * 24 + hour) * 60 + minute) * 60 + second
    }

    private static func number(_ text: Substring, digits: Int) -> Int? {
        guard text.utf8.count == digits, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }

    // Days and civil dates. Years begin in March, so that the leap day is the last day of its year. They are counted in eras of 400 years,
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

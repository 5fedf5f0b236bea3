// TerminalLine: one line of a terminal that is replaced again and again.

private import Glibc

/// The line on standard error that shows a progress bar. Not Sendable: used by one thread.
final class TerminalLine {
    private var isDrawn = false
    private var drawnAt: ContinuousClock.Instant?

    /// Nil when standard error is no terminal.
    init?() {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
    }

    /// Replaces the line, at most ten times a second.
    /// - Parameter content: called when the line is drawn; returns a text of at most `width` columns.
    func draw(_ content: (_ width: Int) -> String) {
        let now = ContinuousClock.now
        if let drawnAt, isDrawn, now - drawnAt < .milliseconds(100) { return }
        drawnAt = now
        isDrawn = true
        // The last column stays free: a terminal may move to the next line after it has written there.
        Output.draw("\r\u{1B}[K" + content(TerminalLine.width - 1))
    }

    /// Clears the line, so that other text can be written there.
    func clear() {
        guard isDrawn else { return }
        isDrawn = false
        Output.draw("\r\u{1B}[K")
    }

    /// Columns of the terminal; 80 when the terminal does not tell.
    private static var width: Int {
        var size = winsize()
        guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}

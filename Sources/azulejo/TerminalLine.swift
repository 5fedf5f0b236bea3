// TerminalLine: one line of a terminal that is written again and again.

private import Glibc

/// The line on standard error where a progress bar is.
final class TerminalLine {
    private var isDrawn = false
    private var drawnAt: ContinuousClock.Instant?

    /// Nil where standard error is no terminal.
    init?() {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
    }

    /// Writes the line, at most ten times a second.
    /// - Parameter content: asked for a text of at most so many columns.
    func draw(_ content: (_ width: Int) -> String) {
        let now = ContinuousClock.now
        if let drawnAt, isDrawn, now - drawnAt < .milliseconds(100) { return }
        drawnAt = now
        isDrawn = true
        // The last column stays free: a terminal that has written there may have gone on to the next line.
        Output.draw("\r\u{1B}[K" + content(TerminalLine.width - 1))
    }

    /// Takes the line away, so that something else can be written there.
    func clear() {
        guard isDrawn else { return }
        isDrawn = false
        Output.draw("\r\u{1B}[K")
    }

    private static var width: Int {
        var size = winsize()
        guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}

// BuildProgress: the progress of all builds as one line for a terminal.

/// The progress of all builds, updated with each event.
struct BuildProgress: Sendable {
    private var images = 0
    private var pixels = 0
    private var imagesDone = 0
    private var pixelsDone = 0.0
    /// The images that are being built, in the order in which they were started, with the number of finished pixels.
    private var running: [(image: String, pixels: Int, done: Double)] = []

    /// Updates the progress with an event.
    mutating func update(with event: BuildEvent) {
        switch event {
        case .planned(let images, let pixels):
            (self.images, self.pixels) = (images, pixels)
        case .progress(let image, let pixels, let share):
            let done = share * Double(pixels)
            if let index = running.firstIndex(where: { $0.image == image }) {
                running[index].done = done
            } else {
                running.append((image, pixels, done))
            }
        case .done(let image, _), .failed(let image, _):
            // Failures before the plan are images whose headers cannot be read; they are not part of the plan.
            guard images > 0 else { return }
            imagesDone += 1
            if let index = running.firstIndex(where: { $0.image == image }) { pixelsDone += Double(running.remove(at: index).pixels) }
        case .skipped: break
        }
    }

    /// The line, without a line break.
    /// - Parameters:
    ///   - width: the most columns that the line may take.
    ///   - seconds: the time since the start.
    func line(width: Int, seconds: Double) -> String {
        let done = running.reduce(pixelsDone) { $0 + $1.done }
        let share = pixels > 0 ? min(1, done / Double(pixels)) : 0
        var figures = "\(BuildProgress.padded(Int(share * 100), 3)) %"
        if seconds > 0.5, done > 0 {
            let rate = done / seconds
            let left = Int(((Double(pixels) - done) / rate).rounded(.up))
            figures += "  \(BuildProgress.padded(Int((rate / 1_000_000).rounded()), 4)) MP/s  \(BuildProgress.time(max(0, left))) left"
        }
        let room = width - figures.count
        guard room > 8 else { return String(figures.prefix(max(0, width))) }
        var name = BuildProgress.printable(running.first?.image ?? "")
        if images > 1 { name = "\(min(images, imagesDone + 1))/\(images) \(name)" }
        let nameRoom = room / 2 - 2
        // The end of a path identifies the image better than its beginning.
        if name.count > nameRoom { name = nameRoom > 8 ? "…" + name.suffix(nameRoom - 1) : "" }
        if !name.isEmpty { name += "  " }
        let barRoom = min(60, room - name.count - 4)
        guard barRoom > 4 else { return name + figures }
        let filled = Int(share * Double(barRoom))
        return name + "[" + String(repeating: "=", count: filled) + String(repeating: " ", count: barRoom - filled) + "]  " + figures
    }

    private static func padded(_ number: Int, _ count: Int) -> String {
        String(repeating: " ", count: max(0, count - String(number).count)) + String(number)
    }

    private static func time(_ seconds: Int) -> String {
        let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60)
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(rest))" : "\(minutes):\(two(rest))"
    }

    /// A name with its control characters replaced, since a terminal would obey them.
    static func printable(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
    }
}

// PyramidWork: the threads of one build at work.

internal import Geometry
internal import Imaging
internal import System
private import Workers

/// What the threads of a build share.
public final class PyramidWork: Sendable {
    private let layout: PyramidLayout
    private let encoding: Encoding
    private let writer: PyramidWriter
    private let isCancelled: @Sendable () -> Bool
    private let schedule: Monitor<PyramidSchedule>
    private let room: Int

    init(
        _ layout: PyramidLayout, _ pixels: StripLayout, _ encoding: Encoding, _ writer: PyramidWriter, fullStrips: Int,
        isCancelled: @escaping @Sendable () -> Bool
    ) {
        self.layout = layout
        self.encoding = encoding
        self.writer = writer
        self.isCancelled = isCancelled
        schedule = Monitor(PyramidSchedule(layout, pixels, fullStrips: fullStrips))
        room = TileEncoder.room(for: PixelSize(width: layout.tileSize, height: layout.tileSize), pixels)
    }

    /// Why the build ended before its end.
    var failure: ImagingError? { schedule.withLock { $0.failure } }

    /// Ends the build.
    func fail(_ error: ImagingError) {
        schedule.withLock { $0.fail(error) }
        schedule.broadcast()
    }

    // MARK: - The thread that decodes

    /// Decodes while there is a free strip, does tasks while there is none, and returns when all is done.
    func decode(_ source: StripSource, progress: (Double) -> Void) throws(ImagingError) {
        let helper = try Helper(self)
        let last = layout.levels.count - 1
        for index in 0..<layout.levels[last].strips {
            guard let strip = try helper.doTasks(until: { $0.takeFullStrip() }) else { return }
            if isCancelled() { throw .cancelled }
            try source.read(into: strip)
            schedule.withLock { $0.ready(strip, level: last, index: index) }
            schedule.broadcast()
            progress(Double(index + 1) / Double(layout.levels[last].strips))
        }
        try helper.doTasks()
    }

    // MARK: - All threads

    /// Does tasks until there are no more. For threads that only do that.
    func doTasks() {
        do throws(ImagingError) {
            try Helper(self).doTasks()
        } catch {
            fail(error)
        }
    }

    /// What one thread needs for its tasks.
    private struct Helper {
        let work: PyramidWork
        let encoder: TileEncoder
        let batch: PyramidWriter.Batch

        init(_ work: PyramidWork) throws(ImagingError) {
            self.work = work
            encoder = try TileEncoder(work.encoding)
            batch = work.writer.makeBatch()
        }

        /// What there is to do next.
        private enum Step<Wanted> {
            case stop(Wanted?)
            case task(PyramidTask)
        }

        private func step<Wanted>(
            _ schedule: inout PyramidSchedule, _ wanted: (inout PyramidSchedule) -> Wanted?
        ) -> Step<Wanted>? {
            if schedule.isOver { return .stop(nil) }
            if let found = wanted(&schedule) { return .stop(found) }
            return schedule.takeTask().map { .task($0) }
        }

        func doTasks() throws(ImagingError) { _ = try doTasks(until: { _ in nil as Never? }) }

        /// Does tasks until `wanted` gives something, which it then returns, or until nothing is left to do. What it has encoded is written
        /// by then, and also before this thread waits, since a client may be waiting for the tiles.
        func doTasks<Wanted>(until wanted: (inout PyramidSchedule) -> Wanted?) throws(ImagingError) -> Wanted? {
            while true {
                var next = work.schedule.withLock { step(&$0, wanted) }
                if next == nil {
                    try batch.flush()
                    next = work.schedule.wait { step(&$0, wanted) }
                }
                switch next {
                case .task(let task): try perform(task)
                case .stop(let found):
                    try batch.flush()
                    return found
                case nil: continue
                }
            }
        }

        private func perform(_ task: PyramidTask) throws(ImagingError) {
            if work.isCancelled() { throw .cancelled }
            try encode(task)
            if work.writer.isWaitedFor { try batch.flush() }
            halve(task)
            // Ready strips are announced while their tasks are the next ones to take.
            if let parent = work.schedule.withLock({ $0.finish(task) }) {
                parent.strip.pad()
                work.schedule.withLock { $0.ready(parent.strip, level: parent.level, index: parent.index) }
            }
            work.schedule.broadcast()
        }

        private func encode(_ task: PyramidTask) throws(ImagingError) {
            let side = work.layout.tileSize
            let (strip, level) = (task.source.strip, task.source.level)
            guard level < work.writer.levelCount else { return }
            let firstRow = task.source.index * work.layout.stripRows / side
            for y in stride(from: 0, to: strip.rows, by: side) {
                for column in task.columns {
                    let x = column * side
                    let place = PixelRect(x: x, y: y, width: min(side, strip.width - x), height: min(side, strip.rows - y))
                    let address = TileAddress(level: level, column: column, row: firstRow + y / side)
                    try unsafe batch.append(address, room: work.room) { (buffer) throws(ImagingError) in
                        try unsafe encoder.encode(place, of: strip, into: buffer)
                    }
                }
            }
        }

        private func halve(_ task: PyramidTask) {
            guard let parent = task.source.parent else { return }
            let side = work.layout.tileSize
            let columns = task.columns.lowerBound * side..<min(task.columns.upperBound * side, task.source.strip.width)
            task.source.strip.halve(columns: columns, into: parent, atRow: task.source.index % 2 * work.layout.stripRows / 2)
        }
    }
}

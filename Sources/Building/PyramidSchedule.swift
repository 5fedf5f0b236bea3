// PyramidSchedule: which strips are where in a build, and which task is next. Plain state, without threads or pixels' own work.

internal import Geometry
internal import Imaging

/// A strip that is being encoded and halved.
public final class ReadyStrip: Sendable {
    let strip: Strip
    let level: Int
    let index: Int
    /// Where the halved rows go; nil at level 0.
    let parent: Strip?

    init(_ strip: Strip, level: Int, index: Int, parent: Strip?) {
        self.strip = strip
        self.level = level
        self.index = index
        self.parent = parent
    }
}

/// Some columns of tiles of a strip.
public struct PyramidTask: Sendable {
    let source: ReadyStrip
    /// Columns of tiles.
    let columns: Range<Int>
}

public struct PyramidSchedule {
    /// A strip that gathers what its children are halved to.
    private struct Gathering {
        let strip: Strip
        /// Tasks of its children that are not done.
        var tasksLeft: Int
    }

    private let layout: PyramidLayout
    private let pixels: StripLayout
    /// Tasks of each level, the first next.
    private var queues: [[PyramidTask]]
    private var heads: [Int]
    /// Strips to use again.
    private var free: [[Strip]]
    private var gathering: [[Int: Gathering]]
    /// Tasks left of each strip that is ready, by level and index.
    private var tasksLeft: [[Int: Int]]
    private var fullStripsLeft: Int
    /// Strips of all levels that are not done.
    private var stripsLeft: Int
    private(set) var failure: ImagingError?

    init(_ layout: PyramidLayout, _ pixels: StripLayout, fullStrips: Int) {
        self.layout = layout
        self.pixels = pixels
        let count = layout.levels.count
        queues = Array(repeating: [], count: count)
        heads = Array(repeating: 0, count: count)
        free = Array(repeating: [], count: count)
        gathering = Array(repeating: [:], count: count)
        tasksLeft = Array(repeating: [:], count: count)
        fullStripsLeft = fullStrips
        stripsLeft = layout.levels.reduce(0) { $0 + $1.strips }
    }

    /// Whether there is nothing more to do.
    var isOver: Bool { failure != nil || stripsLeft == 0 }

    /// Keeps the first reason to stop.
    mutating func fail(_ error: ImagingError) { if failure == nil { failure = error } }

    /// A strip to decode into, or nil where all are being worked on.
    mutating func takeFullStrip() -> Strip? {
        guard fullStripsLeft > 0 else { return nil }
        fullStripsLeft -= 1
        return takeStrip(layout.levels.count - 1)
    }

    /// A strip has all its rows and is padded: its tasks are queued.
    mutating func ready(_ strip: Strip, level: Int, index: Int) {
        let count = layout.levels[level].tasks
        let source = ReadyStrip(strip, level: level, index: index, parent: level == 0 ? nil : parent(ofStrip: index, level: level))
        tasksLeft[level][index] = count
        for task in 0..<count {
            let first = task * PyramidLayout.taskColumns
            let columns = first..<min(first + PyramidLayout.taskColumns, layout.levels[level].columns)
            queues[level].append(PyramidTask(source: source, columns: columns))
        }
    }

    /// The next task: of the smallest level, since viewers show it first, and since its strip is free afterwards.
    mutating func takeTask() -> PyramidTask? {
        for level in queues.indices where heads[level] < queues[level].count {
            let task = queues[level][heads[level]]
            heads[level] += 1
            if heads[level] == queues[level].count {
                queues[level].removeAll(keepingCapacity: true)
                heads[level] = 0
            }
            return task
        }
        return nil
    }

    /// A task is done.
    /// - Returns: the strip of the level above where all its rows are there now: the caller pads it, and says that it is ready.
    mutating func finish(_ task: PyramidTask) -> (strip: Strip, level: Int, index: Int)? {
        let (level, index) = (task.source.level, task.source.index)
        tasksLeft[level][index, default: 0] -= 1
        if tasksLeft[level][index] == 0 {
            tasksLeft[level][index] = nil
            stripsLeft -= 1
            free[level].append(task.source.strip)
            if level == layout.levels.count - 1 { fullStripsLeft += 1 }
        }
        guard level > 0 else { return nil }
        gathering[level - 1][index / 2]?.tasksLeft -= 1
        guard let parent = gathering[level - 1][index / 2], parent.tasksLeft == 0 else { return nil }
        gathering[level - 1][index / 2] = nil
        return (parent.strip, level - 1, index / 2)
    }

    private mutating func parent(ofStrip index: Int, level: Int) -> Strip {
        if let known = gathering[level - 1][index / 2] { return known.strip }
        let strip = takeStrip(level - 1)
        strip.begin(rows: layout.rows(ofStrip: index / 2, level: level - 1))
        let tasks = layout.levels[level].tasks * layout.children(ofStrip: index / 2, level: level - 1)
        gathering[level - 1][index / 2] = Gathering(strip: strip, tasksLeft: tasks)
        return strip
    }

    private mutating func takeStrip(_ level: Int) -> Strip {
        if let strip = free[level].popLast() { return strip }
        // Small levels take no more rows than they have.
        let rows = min(layout.stripRows, (layout.levels[level].size.height + 15) & ~15)
        return Strip(layout: pixels, width: layout.levels[level].size.width, capacity: rows)
    }
}

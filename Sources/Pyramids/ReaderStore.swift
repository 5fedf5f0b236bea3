// Open files whose own levels are read region by region.

private import Geometry
internal import Imaging
public import Library
private import Synchronization

/// Keeps readers open, the least recently used closed first. Worker threads.
final class ReaderStore: Sendable {
    private struct State {
        var readers: [ImageVersion: ImageReader] = [:]
        /// The least recently used first.
        var order: [ImageVersion] = []
    }

    private let state = Mutex(State())
    private static let capacity = 64

    func reader(of record: ImageRecord) throws(ImagingError) -> ImageReader {
        let known = state.withLock { state in
            if let index = state.order.firstIndex(of: record.version) { state.order.append(state.order.remove(at: index)) }
            return state.readers[record.version]
        }
        if let known { return known }
        let reader = ImageReader(try record.openSource(), record.description)
        state.withLock { state in
            if state.readers.updateValue(reader, forKey: record.version) == nil { state.order.append(record.version) }
            if state.order.count > ReaderStore.capacity { state.readers[state.order.removeFirst()] = nil }
        }
        return reader
    }

    /// Closes a reader whose file has changed.
    func forget(_ version: ImageVersion) {
        state.withLock { state in
            state.readers[version] = nil
            state.order.removeAll { $0 == version }
        }
    }
}

extension ImageRecord {
    /// Which of the file's own levels a level of the grid can be cut from: the smallest that is not smaller than it, unless that is so much
    /// larger that a pyramid serves better. Nil where there is none.
    func storedLevel(for level: Int) -> Int? {
        let wanted = grid.size(ofLevel: level)
        // Halving with floor leaves a level up to one pixel short of ours.
        let candidate = description.storedLevels.lastIndex { $0.size.width >= wanted.width - 1 && $0.size.height >= wanted.height - 1 }
        guard let candidate, description.storedLevels[candidate].size.longerSide <= ImageRecord.farthestShrink * wanted.longerSide + 4
        else { return nil }
        return candidate
    }

    /// Whether every level of the grid can be cut from the file's own levels, so that no pyramid is ever built.
    public var isNative: Bool { (0..<grid.levelCount).allSatisfy { storedLevel(for: $0) != nil } }

    /// A level is cut from one that is at most so many times as wide: slides leave out every other level.
    private static let farthestShrink = 4
}

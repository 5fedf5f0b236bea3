// The bounded store behind the memory cache: pyramids and derivatives together, least recently used first out.

private import Imaging
private import Synchronization

/// Files of the cache folder within a number of bytes. All calls touch the disk and belong on worker threads.
final class DiskCache: Sendable {
    private struct Entry {
        /// Bytes that the file takes on the disk, in whole blocks.
        var cost: Int
        /// Larger is later.
        var lastUse: Int
        /// How many hold the file open; it is not removed meanwhile.
        var holders = 0
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var total = 0
        var clock = 0

        mutating func tick() -> Int {
            clock += 1
            return clock
        }

        /// - Parameter holders: how many more hold the file from now on.
        mutating func use(_ name: String, byteCount: Int, holders: Int = 0) {
            let known = entries[name]
            // A million tiny files are far more than their bytes.
            let cost = (byteCount + 4_095) & ~4_095
            total += cost - (known?.cost ?? 0)
            entries[name] = Entry(cost: cost, lastUse: tick(), holders: (known?.holders ?? 0) + holders)
        }
    }

    let folder: CacheFolder
    /// Bytes.
    let capacity: Int
    private let state = Mutex(State())

    /// Takes stock of the folder.
    /// - Throws: `SystemError` where it cannot be written.
    init(root: String, capacity: Int) throws(SystemError) {
        folder = try CacheFolder(root: root)
        self.capacity = capacity
        let found = folder.contents().sorted { $0.lastUse < $1.lastUse }
        state.withLock { state in
            for file in found { state.use(file.name, byteCount: file.byteCount) }
        }
        shrink()
    }

    /// Bytes that all files take.
    var byteCount: Int { state.withLock { $0.total } }

    // MARK: - Derivatives

    /// The bytes stored under a name, if they are there and whole. A damaged file is removed.
    func derivative(_ name: String) -> [UInt8]? {
        guard let file = try? ReadOnlyFile(path: folder.path(name)), var bytes = try? file.read(file.count, at: 0) else { return nil }
        guard bytes.count > DiskCache.sealCount else {
            forget(name)
            return nil
        }
        let seal = Array(bytes.suffix(DiskCache.sealCount))
        bytes.removeLast(DiskCache.sealCount)
        guard DiskCache.seal(bytes) == seal else {
            forget(name)
            return nil
        }
        touch(name, byteCount: file.count)
        return bytes
    }

    /// Stores bytes under a name. A failure (a full disk) is no failure of the request: the bytes are at hand.
    func storeDerivative(_ name: String, _ bytes: [UInt8]) {
        guard bytes.count <= capacity, let part = try? folder.write([bytes, DiskCache.seal(bytes)]) else { return }
        guard (try? folder.publish(part, as: name, durably: false)) != nil else { return folder.remove(part) }
        touch(name, byteCount: bytes.count + DiskCache.sealCount)
        shrink()
    }

    /// What stands behind a derivative's bytes: a digest, by which a file that was cut short or damaged is known.
    private static func seal(_ bytes: [UInt8]) -> [UInt8] { Array(Imaging.digest(bytes).utf8) }
    private static let sealCount = 64

    // MARK: - Files in use

    /// Counts a file as used and keeps it from being removed until `release`.
    func hold(_ name: String, byteCount: Int) {
        // At once: a file that is counted and not yet held could be removed in between.
        state.withLock { $0.use(name, byteCount: byteCount, holders: 1) }
        shrink()
    }

    /// Counts a file as used.
    func touch(_ name: String, byteCount: Int) {
        state.withLock { $0.use(name, byteCount: byteCount) }
    }

    func release(_ name: String) {
        state.withLock { $0.entries[name]?.holders -= 1 }
    }

    /// Removes a file.
    func forget(_ name: String) {
        state.withLock { state in
            if let entry = state.entries.removeValue(forKey: name) { state.total -= entry.cost }
        }
        folder.remove(folder.path(name))
    }

    /// Removes the least recently used files where the bound is passed, down to nine tenths of it, so that not every store removes one.
    private func shrink() {
        let victims: [String] = state.withLock { state in
            guard state.total > capacity else { return [] }
            var victims: [String] = []
            for (name, entry) in state.entries.filter({ $0.value.holders == 0 }).sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
                if state.total <= capacity / 10 * 9 { break }
                state.entries[name] = nil
                state.total -= entry.cost
                victims.append(name)
            }
            return victims
        }
        for name in victims { folder.remove(folder.path(name)) }
    }
}

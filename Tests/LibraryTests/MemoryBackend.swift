// MemoryBackend: a library in memory, without files, descriptors or paths.

import Imaging
@testable import Library
import Synchronization

/// Keeps objects by name. The location of an object is its name behind "memory:".
final class MemoryBackend: LibraryBackend {
    /// One state of one object.
    private final class Object: ByteSource {
        let bytes: [UInt8]
        let identity: SourceIdentity
        let seekCost = SeekCost.roundTrip
        let descriptor: Int32? = nil
        let path: String? = nil
        private let isCurrent: @Sendable (SourceIdentity) -> Bool

        init(_ bytes: [UInt8], tag: Int, isCurrent: @escaping @Sendable (SourceIdentity) -> Bool) {
            self.bytes = bytes
            self.isCurrent = isCurrent
            identity = SourceIdentity(size: bytes.count, modified: 1_000_000_000_000_000_000, revision: .tag("tag \(tag)"))
        }

        var isUnchanged: Bool { isCurrent(identity) }

        func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int {
            let piece = bytes.dropFirst(offset).prefix(buffer.count)
            buffer.copyBytes(from: piece)
            return piece.count
        }
    }

    private let objects = Mutex<[String: Object]>([:])
    private let nextTag = Atomic<Int>(0)

    func put(_ name: String, _ bytes: [UInt8]) {
        let tag = nextTag.add(1, ordering: .relaxed).newValue
        let object = Object(bytes, tag: tag) { [weak self] identity in self?.object(name)?.identity == identity }
        objects.withLock { $0[name] = object }
    }

    func delete(_ name: String) { objects.withLock { $0[name] = nil } }

    private func object(_ name: String) -> Object? { objects.withLock { $0[name] } }

    private func object(at location: String) -> Object? {
        location.hasPrefix("memory:") ? object(String(location.dropFirst("memory:".count))) : nil
    }

    func list() -> [String] { objects.withLock { Array($0.keys) }.sorted { NaturalOrder.precedes($0, $1) } }

    func list(folder: String) -> [String]? {
        let prefix = folder.isEmpty ? "" : folder + "/"
        let names = list().filter { $0.hasPrefix(prefix) }
        guard folder.isEmpty || !names.isEmpty else { return nil }
        return names.filter { !$0.dropFirst(prefix.count).contains("/") }
    }

    func resolve(_ name: String) -> String? { object(name) == nil ? nil : "memory:" + name }

    func identity(of location: String) -> SourceIdentity? { object(at: location)?.identity }

    func open(_ location: String) throws(ImagingError) -> any ByteSource {
        guard let object = object(at: location) else { throw .notFound }
        return object
    }

    func mayHave(_ name: String) -> Bool { object(name) != nil }

    func holds(localFolder path: String) -> Bool { false }
}

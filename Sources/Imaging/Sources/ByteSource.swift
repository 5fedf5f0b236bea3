// ByteSource: the bytes of one image, wherever they are kept. Everything that reads an image reads it through this protocol.

/// The bytes of one image in one state, read at offsets. A file is one kind (`FileSource`).
///
/// Any thread may call anything, several at once. Decoders read pieces of a few kilobytes, partly several times, and seek often: a source
/// whose reads are expensive keeps what it has read.
public protocol ByteSource: AnyObject, Sendable {
    /// The state of the source when it was opened, with its size. Never changes.
    var identity: SourceIdentity { get }

    /// True when the source still is in the state in which it was opened. Asked after each step of reading: a source whose reads notice a
    /// change by themselves answers without asking another machine. May wait: worker threads.
    var isUnchanged: Bool { get }

    /// The cost of a read that does not continue where the last read ended.
    var seekCost: SeekCost { get }

    /// A descriptor that can be read with pread(2) instead of `read`, which is faster. The source owns it, and keeps it open as long as it
    /// lives. Nil when there is none.
    var descriptor: Int32? { get }

    /// A path that leads to these bytes, for libraries that open a file by themselves. Valid as long as the source lives. Nil when there is
    /// no file.
    var path: String? { get }

    /// Fills a buffer from an offset on. Waits for the bytes: worker threads.
    /// - Parameter offset: in bytes, from 0.
    /// - Returns: the bytes read: fewer than the buffer holds only where the source ends.
    /// - Throws: `ReadError` when the bytes cannot be read now.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ReadError) -> Int
}

/// The cost of a read that does not continue where the last read ended.
public enum SeekCost: Sendable {
    /// About as much as a read that does: the bytes are in memory or on a local disk.
    case low
    /// A request to another machine, whatever the number of bytes.
    case roundTrip
}

// ImageSource: a source of bytes from which an image is read, and whether its reads can be relied on.
internal import Glibc
private import Synchronization
internal import System

/// The bytes of one image file, open for reading. Any thread may use it; each decoder reads at a position of its own.
public final class ImageSource: Sendable {
    /// Where the bytes come from.
    public let byteSource: any ByteSource

    /// The source as it was when it was opened.
    public let identity: SourceIdentity

    /// The errno of the last read of libvips that failed; 0 when none has failed.
    private let failure = Atomic<Int32>(0)
    /// The last failure of a source without a descriptor, which has its own words for it.
    private let failureInWords = Mutex<ReadError?>(nil)

    /// Reads an image from any source.
    public init(_ byteSource: any ByteSource) {
        self.byteSource = byteSource
        identity = byteSource.identity
    }

    /// Opens a file.
    /// - Throws: `notFound`, `notAnImage` or `io`, as `FileSource` does.
    public convenience init(path: String) throws(ImagingError) { self.init(try FileSource(path: path)) }

    /// True when the source still is in the state in which it was opened. Worker threads.
    public var isUnchanged: Bool { byteSource.isUnchanged }

    /// Reads up to `count` bytes from an offset on: fewer only where the source ended when it was opened.
    /// - Throws: `changedWhileReading` or `io`.
    func bytes(at offset: Int, count: Int) throws(ImagingError) -> [UInt8] {
        let wanted = max(0, min(count, identity.size - offset))
        var failure: ReadError?
        let result = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            do throws(ReadError) {
                filled = try unsafe byteSource.read(
                    into: UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: wanted), at: offset)
                // The system does not report an error when the source was cut short since it was opened.
                if filled < wanted { failure = ReadError(number: EIO) }
            } catch {
                failure = error
            }
        }
        if let failure { throw isUnchanged ? .io(reason: failure.reason) : .changedWhileReading }
        return result
    }

    /// Duplicates the descriptor. The caller closes the duplicate. Nil when the source has no descriptor.
    /// - Throws: `io` when the process can have no more descriptors.
    public func duplicateDescriptor() throws(ImagingError) -> Int32? {
        guard let descriptor = byteSource.descriptor else { return nil }
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard duplicate >= 0 else { throw .io(reason: SystemError.reason(errno)) }
        return duplicate
    }

    /// The path for libraries that open a file by themselves. Valid as long as this object lives.
    /// - Throws: `unreadable` when the source is no local file.
    func openPath() throws(ImagingError) -> String {
        guard let path = byteSource.path else {
            throw .unreadable(reason: "an image of this format has to be a local file, since the library that reads it opens it by path")
        }
        return path
    }

    /// Notes that a read by libvips has failed. Any thread.
    func noteFailure(_ number: Int32) { failure.store(number, ordering: .relaxed) }

    /// Notes the words for a failure of which C code receives only the number. Any thread.
    func noteWords(_ error: ReadError) { failureInWords.withLock { $0 = error } }

    /// The words for a failed read of which C code has returned the number.
    func reason(_ number: Int32) -> String {
        if let error = failureInWords.withLock({ $0 }), error.number == number { return error.reason }
        return SystemError.reason(number)
    }

    /// Throws when what was read so far cannot be relied on, whatever a decoder has made of it: `changedWhileReading`, or `io` when a read
    /// of libvips has failed since the source was opened.
    func checkReads() throws(ImagingError) {
        guard isUnchanged else { throw .changedWhileReading }
        let number = failure.load(ordering: .relaxed)
        if number != 0 { throw .io(reason: reason(number)) }
    }

    /// The error to report after reading failed with `error`: when the source has changed or a read has failed, that is the cause of
    /// whatever error a decoder reports.
    func blame(_ error: ImagingError) -> ImagingError {
        if error == .cancelled { return error }
        do throws(ImagingError) {
            try checkReads()
            return error
        } catch {
            return error
        }
    }
}

// EncodedImage: encoded bytes, the fields of their answer, and the same fields as prepared header lines.

public import Geometry

/// The fields of an answer that describe an encoded image, in no protocol's encoding.
public struct ImageFields: Sendable, Equatable {
    /// The format, which determines the media type.
    public let format: ImageFormat
    /// The strong entity tag, with its quotation marks. At most 65,535 bytes.
    public let entityTag: String
    /// The last modification of the source, in seconds since 1970.
    public let lastModified: Int

    public init(format: ImageFormat, entityTag: String, lastModified: Int) {
        self.format = format
        self.entityTag = entityTag
        self.lastModified = lastModified
    }
}

/// A tile or another image as it is sent. It holds the encoded bytes, the fields that describe them, and the same fields as header lines of
/// HTTP/1, which are prepared once.
///
/// All parts lie in one allocation. The memory of an answer is often not in the processor's caches, so that each further allocation would
/// cost another wait for the memory. Header lines and image are adjacent, and are sent with one write.
@safe public struct EncodedImage: @unchecked Sendable {
    /// The numbers in front of the bytes: header lines, image, entity tag.
    @usableFromInline struct Counts {
        @usableFromInline let body: Int
        let lastModified: Int
        @usableFromInline let head: UInt32
        let entityTag: UInt16
        let format: ImageFormat
    }

    // Unchecked: only the initialiser writes the storage, before any other thread has it.
    @usableFromInline let storage: ManagedBuffer<Counts, UInt8>

    /// The number of bytes of the header lines.
    @inlinable public var headCount: Int { Int(storage.header.head) }

    /// The number of bytes of the encoded image.
    @inlinable public var bodyCount: Int { storage.header.body }

    /// Copies the parts of an encoded image into one allocation.
    /// - Parameter head: the fields as header lines of HTTP/1, with the empty line at the end.
    public init(fields: ImageFields, head: [UInt8], body: [UInt8]) {
        unsafe self.init(fields: fields, head: head, bodyCount: body.count) { unsafe $0.copyBytes(from: body) }
    }

    /// Copies fields and header lines into one allocation, and lets `fill` write the image there.
    /// - Parameter fill: writes all of the image's bytes.
    /// - Throws: the error of `fill`.
    init<Failure: Error>(
        fields: ImageFields, head: [UInt8], bodyCount: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        let tag = fields.entityTag.utf8
        let counts = Counts(
            body: bodyCount, lastModified: fields.lastModified, head: UInt32(head.count), entityTag: UInt16(tag.count),
            format: fields.format)
        storage = .create(minimumCapacity: head.count + bodyCount + tag.count) { _ in counts }
        // The bytes are of a trivial type: writing initialises them, and they need no deinitialisation.
        let bytes = unsafe storage.withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
        unsafe head.withUnsafeBytes { head in
            if let start = head.baseAddress { unsafe bytes.copyMemory(from: start, byteCount: head.count) }
        }
        unsafe UnsafeMutableRawBufferPointer(start: bytes + head.count + bodyCount, count: tag.count).copyBytes(from: tag)
        try unsafe fill(UnsafeMutableRawBufferPointer(start: bytes + head.count, count: bodyCount))
    }

    /// The fields that describe the image. Makes a new string for the entity tag.
    public var fields: ImageFields {
        unsafe storage.withUnsafeMutablePointers { counts, bytes in
            let start = unsafe bytes + Int(counts.pointee.head) + counts.pointee.body
            let tag = unsafe UnsafeBufferPointer(start: start, count: Int(counts.pointee.entityTag))
            return unsafe ImageFields(
                format: counts.pointee.format, entityTag: String(decoding: tag, as: UTF8.self), lastModified: counts.pointee.lastModified)
        }
    }

    /// Bytes of memory that the image takes: the object's header, the counts, all bytes and the allocator's header, in steps of 16.
    var memoryCount: Int {
        let bytes = headCount + bodyCount + Int(storage.header.entityTag)
        return (16 + MemoryLayout<Counts>.stride + bytes + 8 + 15) & ~15
    }

    /// Lends the header lines and the encoded image behind them.
    @inlinable public func withWire<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        unsafe storage.withUnsafeMutablePointers { counts, bytes in
            let count = unsafe Int(counts.pointee.head) + counts.pointee.body
            return body(unsafe UnsafeBufferPointer(start: bytes, count: count).span)
        }
    }

    /// A copy of part of the encoded image.
    /// - Parameter range: within `0..<bodyCount`.
    public func bytes(_ range: Range<Int>) -> [UInt8] {
        precondition(range.lowerBound >= 0 && range.upperBound <= bodyCount, "the image has no such bytes")
        let start = headCount + range.lowerBound
        return withWire { wire in
            unsafe wire.extracting(start..<start + range.count).withUnsafeBufferPointer { unsafe Array($0) }
        }
    }
}

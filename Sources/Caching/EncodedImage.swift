// Encoded bytes that are ready to be sent.

/// A tile or other image as it goes over the wire: header lines, written once by whoever sends it, and the encoded bytes.
///
/// Lines, bytes and their counts lie in one allocation: what is answered from memory was seldom used lately, so each piece of memory that
/// an answer touches is a wait for it.
@safe public struct EncodedImage: @unchecked Sendable {
    @usableFromInline struct Counts {
        @usableFromInline let head: Int
        @usableFromInline let body: Int
    }

    // Unchecked: written in the initialiser only, before anybody else has it.
    @usableFromInline let storage: ManagedBuffer<Counts, UInt8>

    /// Bytes of the header lines.
    @inlinable public var headCount: Int { storage.header.head }

    /// Bytes of the encoded image.
    @inlinable public var bodyCount: Int { storage.header.body }

    /// Puts header lines in front of an encoded image.
    public init(head: [UInt8], body: [UInt8]) {
        unsafe self.init(head: head, bodyCount: body.count) { unsafe $0.copyBytes(from: body) }
    }

    /// Puts header lines in front of bytes that come from elsewhere.
    /// - Parameter fill: writes all of the body's bytes.
    /// - Throws: what `fill` throws.
    init<Failure: Error>(
        head: [UInt8], bodyCount: Int, fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        storage = .create(minimumCapacity: head.count + bodyCount) { _ in Counts(head: head.count, body: bodyCount) }
        // The bytes are of a trivial type: to write them is to initialise them, and nothing has to be done at their end.
        let bytes = unsafe storage.withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
        unsafe head.withUnsafeBytes { head in
            if let start = head.baseAddress { unsafe bytes.copyMemory(from: start, byteCount: head.count) }
        }
        try unsafe fill(UnsafeMutableRawBufferPointer(start: bytes + head.count, count: bodyCount))
    }

    /// Bytes of memory that the image takes: the object's own head, the counts, the bytes and the allocator's head, in steps of 16.
    var memoryCount: Int { (16 + MemoryLayout<Counts>.stride + headCount + bodyCount + 8 + 15) & ~15 }

    /// Lends the header lines and the encoded image behind them.
    @inlinable public func withWire<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        unsafe storage.withUnsafeMutablePointers { counts, bytes in
            let count = unsafe counts.pointee.head + counts.pointee.body
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

// Stream: a TCP connection on its loop. A delegate receives the bytes; writes are gathered in one system call.

private import CUV

/// Receives the events of a stream, on the loop's thread.
public protocol StreamDelegate: AnyObject {
    /// Bytes have arrived. They are valid only during the call.
    func stream(_ stream: Stream, didRead bytes: Span<UInt8>)
    /// Nothing more will be read. When `isBroken` is false, the peer has closed its side and may still read ours. When it is true, the
    /// connection is broken.
    func streamDidEnd(_ stream: Stream, isBroken: Bool)
    /// The kernel has taken all written bytes, after a time in which it had not.
    func streamDidDrain(_ stream: Stream)
}

/// One TCP connection. Loop thread only. It lives until `close`, which the owner must call.
@safe public final class Stream {
    private let handle: Handle<uv_tcp_t>
    private let loop: Loop
    /// Receives the events; kept until the stream is closed. Set it before `startReading`, since events without a delegate are lost.
    public var delegate: (any StreamDelegate)? {
        get { listener }
        set { listener = newValue }
    }
    private var listener: (any StreamDelegate)?
    private var isReading = false

    /// Takes ownership of a connected socket.
    /// - Parameter descriptor: closed by the stream, also when this throws.
    /// - Throws: `UVError` when libuv cannot use the descriptor, for example because it is not open.
    public init(on loop: Loop, descriptor: Int32) throws(UVError) {
        self.loop = loop
        do {
            unsafe handle = try Handle("uv_tcp_init") { unsafe uv_tcp_init(loop.raw, $0) }
        } catch {
            closeDescriptor(descriptor)
            throw error
        }
        unsafe handle.attach(self)
        do {
            try UVError.check(unsafe uv_tcp_open(handle.pointer, descriptor), "uv_tcp_open")
        } catch {
            closeDescriptor(descriptor)
            unsafe handle.close()
            throw error
        }
        // Each response is one write. Waiting for full segments (Nagle's algorithm) would only delay it.
        unsafe uv_tcp_nodelay(handle.pointer, 1)
    }

    /// Starts passing bytes to the delegate, until `stopReading`, the end of the stream or `close`. Does nothing when the stream is reading
    /// or closed.
    public func startReading() {
        guard !isReading, unsafe !handle.isClosing else { return }
        isReading = unsafe uv_read_start(handle.stream, streamWillRead, streamDidRead) == 0
    }

    /// Leaves arriving bytes in the kernel, which makes the peer wait in time. The end of the peer's side is not reported meanwhile.
    /// `startReading` continues from there. Does nothing when the stream is not reading or is closed.
    public func stopReading() {
        guard isReading, unsafe !handle.isClosing else { return }
        isReading = false
        unsafe uv_read_stop(handle.stream)
    }

    /// The written bytes that the kernel has not taken yet.
    public var pendingBytes: Int { unsafe handle.isClosing ? 0 : uv_stream_get_write_queue_size(handle.stream) }

    /// Writes both pieces in order, with one system call when the kernel takes all bytes. The other bytes are copied and written later.
    /// - Returns: false when the connection is broken or closed.
    @discardableResult
    public func write(_ first: Span<UInt8>, _ second: Span<UInt8>) -> Bool {
        if unsafe handle.isClosing { return false }
        return unsafe first.withUnsafeBytes { first in
            unsafe second.withUnsafeBytes { second in
                let total = first.count + second.count
                let written = unsafe tryWrite(first, second)
                if written < 0 { return false }
                return unsafe written == total || queue(first, second, from: written)
            }
        }
    }

    /// Closes our side of the connection after the written bytes. The peer may go on sending, and its bytes are still read.
    public func shutDown() {
        guard unsafe !handle.isClosing else { return }
        let request = UnsafeMutablePointer<uv_shutdown_t>.allocate(capacity: 1)
        if unsafe uv_shutdown(request, handle.stream, { request, _ in unsafe request?.deallocate() }) < 0 {
            unsafe request.deallocate()
        }
    }

    /// Closes the connection at once. Queued bytes are dropped, and the delegate is not called any more. A second call does nothing. The
    /// loop releases the stream in its next iteration.
    public func close() {
        listener = nil
        unsafe handle.close()
    }

    /// Writes what the kernel takes now.
    /// - Returns: the number of bytes written, 0 when the kernel takes none, negative when the connection is broken.
    private func tryWrite(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Int {
        let status = unsafe withUnsafeTemporaryAllocation(of: uv_buf_t.self, capacity: 2) { buffers in
            unsafe buffers.initializeElement(at: 0, to: buffer(first))
            unsafe buffers.initializeElement(at: 1, to: buffer(second))
            return unsafe uv_try_write(handle.stream, buffers.baseAddress, second.isEmpty ? 1 : 2)
        }
        return status == UV_EAGAIN.rawValue ? 0 : Int(status)
    }

    private func buffer(_ bytes: UnsafeRawBufferPointer) -> uv_buf_t {
        // libuv's buffers are not const since they also serve reading. Writing does not change them.
        let base = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        return unsafe uv_buf_init(base?.assumingMemoryBound(to: CChar.self), UInt32(bytes.count))
    }

    /// Copies the bytes from `offset` on into the same allocation as a write request, and queues it. The write callback frees it.
    private func queue(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, from offset: Int) -> Bool {
        let count = first.count + second.count - offset
        let header = unsafe MemoryLayout<uv_write_t>.stride
        let memory = unsafe UnsafeMutableRawPointer.allocate(byteCount: header + count, alignment: MemoryLayout<uv_write_t>.alignment)
        let request = unsafe memory.bindMemory(to: uv_write_t.self, capacity: 1)
        let bytes = unsafe UnsafeMutableRawBufferPointer(start: memory + header, count: count)
        let fromFirst = unsafe first.dropFirst(offset)
        unsafe bytes.copyBytes(from: fromFirst)
        let fromSecond = unsafe second.dropFirst(max(0, offset - first.count))
        unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[fromFirst.count...]).copyBytes(from: fromSecond)
        var buffer = unsafe buffer(UnsafeRawBufferPointer(bytes))
        if unsafe uv_write(request, handle.stream, &buffer, 1, streamDidWrite) < 0 {
            unsafe memory.deallocate()
            return false
        }
        return true
    }

    fileprivate func didRead(_ count: Int) {
        if count > 0 {
            let bytes = unsafe UnsafeRawBufferPointer(start: loop.shared.pointee.readBuffer, count: count).bindMemory(to: UInt8.self)
            unsafe listener?.stream(self, didRead: bytes.span)
        } else if count < 0 {
            stopReading()
            listener?.streamDidEnd(self, isBroken: count != Int(UV_EOF.rawValue))
        }
        // 0 is EAGAIN and not the end: there is nothing to do.
    }

    fileprivate func didWrite(_ status: Int32) {
        if status < 0 {
            if status != UV_ECANCELED.rawValue { listener?.streamDidEnd(self, isBroken: true) }
        } else if pendingBytes == 0 {
            listener?.streamDidDrain(self)
        }
    }
}

@available(*, unavailable)
extension Stream: Sendable {}

@c private func streamWillRead(_ handle: UnsafeMutablePointer<uv_handle_t>?, _: Int, _ buffer: UnsafeMutablePointer<uv_buf_t>?) {
    guard let handle = unsafe handle, let buffer = unsafe buffer else { return }
    unsafe buffer.pointee = unsafe uv_buf_init(Loop.shared(of: handle).pointee.readBuffer, UInt32(Loop.readBufferSize))
}

@c private func streamDidRead(_ handle: UnsafeMutablePointer<uv_stream_t>?, _ count: Int, _: UnsafePointer<uv_buf_t>?) {
    guard let handle = unsafe handle else { return }
    unsafe Handle.withOwner(of: handle, as: Stream.self) { $0.didRead(count) }
}

@c private func streamDidWrite(_ request: UnsafeMutablePointer<uv_write_t>?, _ status: Int32) {
    guard let request = unsafe request, let handle = unsafe request.pointee.handle else { return }
    unsafe UnsafeMutableRawPointer(request).deallocate()
    unsafe Handle.withOwner(of: handle, as: Stream.self) { $0.didWrite(status) }
}

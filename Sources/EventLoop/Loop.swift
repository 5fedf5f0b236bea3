// One libuv loop, owned by the thread that runs it, and the buffer its streams read into.

internal import CUV

/// A libuv event loop. Created, run and used on one thread only; other threads reach it through a `Mailbox`.
@safe public final class Loop {
    /// Bytes that one read can bring. A request head is a few hundred bytes, so this is many pipelined requests.
    static let readBufferSize = 65_536

    let raw: UnsafeMutablePointer<uv_loop_t>
    /// Shared by every stream of the loop: a stream's bytes are consumed inside its read callback, before another stream can read.
    let readBuffer: UnsafeMutablePointer<CChar>

    /// Makes a loop, for the calling thread to run.
    /// - Throws: `UVError` where the system has no more descriptors.
    public init() throws(UVError) {
        unsafe raw = .allocate(capacity: 1)
        unsafe readBuffer = .allocate(capacity: Loop.readBufferSize)
        let status = unsafe uv_loop_init(raw)
        if status < 0 {
            unsafe raw.deallocate()
            unsafe readBuffer.deallocate()
            throw UVError(code: status, call: "uv_loop_init")
        }
    }

    deinit {
        // Every handle keeps the loop's owner alive through its callbacks, so what is left here can only be handles in closing.
        unsafe uv_run(raw, UV_RUN_NOWAIT)
        unsafe uv_loop_close(raw)
        unsafe raw.deallocate()
        unsafe readBuffer.deallocate()
    }

    /// Runs until no open handle is left.
    public func run() {
        unsafe uv_run(raw, UV_RUN_DEFAULT)
    }

    /// The loop's time in milliseconds, from an arbitrary start; updated once an iteration, so reading it is free.
    public var now: UInt64 { unsafe uv_now(raw) }
}

@available(*, unavailable)
extension Loop: Sendable {}

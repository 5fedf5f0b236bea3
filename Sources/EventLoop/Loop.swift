// One libuv loop, owned by the thread that runs it, and the buffer its streams read into.

internal import CUV

/// A libuv event loop. Run and used on one thread only, which may be another than made it; other threads reach it through a `Mailbox`.
@safe public final class Loop {
    /// What callbacks find by their handle's loop (`uv_loop_t.data`).
    @unsafe struct Shared {
        /// Shared by every stream of the loop: a stream's bytes are consumed inside its read callback, before another stream can read.
        let readBuffer: UnsafeMutablePointer<CChar>
        /// When the first callback of this turn of the loop came, in nanoseconds; 0 where none did.
        var wokenAt: UInt64 = 0
    }

    /// Bytes that one read can bring. A request head is a few hundred bytes, so this is many pipelined requests.
    static let readBufferSize = 65_536

    let raw: UnsafeMutablePointer<uv_loop_t>
    let shared: UnsafeMutablePointer<Shared>

    /// Makes a loop, for one thread to run.
    /// - Throws: `UVError` where the system has no more descriptors.
    public init() throws(UVError) {
        unsafe raw = .allocate(capacity: 1)
        let status = unsafe uv_loop_init(raw)
        if status < 0 {
            unsafe raw.deallocate()
            throw UVError(code: status, call: "uv_loop_init")
        }
        unsafe shared = .allocate(capacity: 1)
        unsafe shared.initialize(to: Shared(readBuffer: .allocate(capacity: Loop.readBufferSize)))
        unsafe raw.pointee.data = UnsafeMutableRawPointer(shared)
    }

    deinit {
        // Every handle keeps the loop's owner alive through its callbacks, so what is left here can only be handles in closing.
        unsafe uv_run(raw, UV_RUN_NOWAIT)
        unsafe uv_loop_close(raw)
        unsafe raw.deallocate()
        unsafe shared.pointee.readBuffer.deallocate()
        unsafe shared.deallocate()
    }

    /// The loop's time in milliseconds, from an arbitrary start; updated once an iteration, so reading it is free.
    public var now: UInt64 { unsafe uv_now(raw) }

    /// What is shared on the loop of a handle.
    static func shared(of handle: UnsafeMutablePointer<uv_handle_t>) -> UnsafeMutablePointer<Shared> {
        unsafe handle.pointee.loop.pointee.data.assumingMemoryBound(to: Shared.self)
    }
}

@available(*, unavailable)
extension Loop: Sendable {}

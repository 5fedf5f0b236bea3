// Loop: a libuv loop and the buffer into which its streams read.

internal import CUV

/// A libuv event loop. It is used on one thread only, the one that runs it; another thread may create it. Other threads send messages to it
/// with a `Mailbox`.
@safe public final class Loop {
    /// The data that callbacks reach through their handle's loop (`uv_loop_t.data`).
    @unsafe struct Shared {
        /// Used by all streams of the loop. A stream's bytes are consumed inside its read callback, before another stream can read.
        let readBuffer: UnsafeMutablePointer<CChar>
        /// The time of the first callback in this iteration of the loop, in nanoseconds (`uv_hrtime`); 0 when there was none.
        var wokenAt: UInt64 = 0
    }

    /// The most bytes that one read returns. A request head has a few hundred bytes, so this holds many pipelined requests.
    static let readBufferSize = 65_536

    let raw: UnsafeMutablePointer<uv_loop_t>
    let shared: UnsafeMutablePointer<Shared>

    /// Creates a loop.
    /// - Throws: `UVError` when the process has no free descriptors.
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
        // The thread that runs the loop holds it until `run` has returned, so only closing handles can be left here.
        unsafe uv_run(raw, UV_RUN_NOWAIT)
        unsafe uv_loop_close(raw)
        unsafe raw.deallocate()
        unsafe shared.pointee.readBuffer.deallocate()
        unsafe shared.deallocate()
    }

    /// The loop's time in milliseconds since an arbitrary start. It is updated once per iteration, so reading it costs nothing.
    public var now: UInt64 { unsafe uv_now(raw) }

    /// The shared data of a handle's loop.
    static func shared(of handle: UnsafeMutablePointer<uv_handle_t>) -> UnsafeMutablePointer<Shared> {
        unsafe handle.pointee.loop.pointee.data.assumingMemoryBound(to: Shared.self)
    }
}

@available(*, unavailable)
extension Loop: Sendable {}

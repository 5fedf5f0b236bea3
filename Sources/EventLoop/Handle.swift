// Handle: the lifetime of a libuv handle. It stays at one place on the heap and is freed only in its close callback; its Swift owner is
// kept alive until then.

internal import CUV

/// A libuv handle of type `Raw` (`uv_tcp_t`, `uv_timer_t`, …) with a reference to the Swift object that owns it.
///
/// The handle retains its owner from `attach` to the close callback. A callback therefore never meets a freed owner, and an owner without
/// other references lives as long as the loop may call it. Loop thread only.
///
/// This is an object of its own and not part of the owner: Swift checks exclusive access at each use of an owner's variable, and reading
/// the handle while the variable is modified would fail.
@safe
final class Handle<Raw> {
    let pointer: UnsafeMutablePointer<Raw>
    /// True once `close` has been called. After the close callback `pointer` is dangling, so the owner must check this first.
    private(set) var isClosing = false

    /// Allocates the handle and calls its `uv_…_init`.
    /// - Throws: `UVError` when the initialisation fails. The loop does not know the handle then, and it is freed here.
    init(_ call: StaticString, _ initialise: (UnsafeMutablePointer<Raw>) -> Int32) throws(UVError) {
        unsafe pointer = .allocate(capacity: 1)
        let status = unsafe initialise(pointer)
        if status < 0 {
            unsafe pointer.deallocate()
            throw UVError(code: status, call: call)
        }
        unsafe base.pointee.data = nil
    }

    /// The handle as libuv's base type.
    var base: UnsafeMutablePointer<uv_handle_t> {
        unsafe UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: uv_handle_t.self)
    }

    /// The handle as a stream. Only for types that are streams.
    var stream: UnsafeMutablePointer<uv_stream_t> {
        unsafe UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: uv_stream_t.self)
    }

    /// Makes `owner` available to callbacks and keeps it alive until the handle is closed.
    func attach(_ owner: AnyObject) {
        unsafe base.pointee.data = Unmanaged.passRetained(owner).toOpaque()
    }

    /// Closes the handle. A second call does nothing. The close callback frees the memory and releases the owner.
    func close() {
        guard !isClosing else { return }
        isClosing = true
        unsafe uv_close(base, handleDidClose)
    }

    /// Calls `body` with the attached owner, inside a callback of the handle. No reference is counted here: the handle's own reference
    /// keeps the owner alive, since close callbacks run in a later iteration of the loop.
    static func withOwner<Owner: AnyObject>(of handle: UnsafeMutablePointer<Raw>, as: Owner.Type, _ body: (Owner) -> Void) {
        let base = unsafe UnsafeMutableRawPointer(handle).assumingMemoryBound(to: uv_handle_t.self)
        let shared = unsafe Loop.shared(of: base)
        if unsafe shared.pointee.wokenAt == 0 { unsafe shared.pointee.wokenAt = uv_hrtime() }
        unsafe Unmanaged<Owner>.fromOpaque(base.pointee.data)._withUnsafeGuaranteedRef(body)
    }
}

@c private func handleDidClose(_ handle: UnsafeMutablePointer<uv_handle_t>?) {
    guard let handle = unsafe handle else { return }
    let owner = unsafe handle.pointee.data
    unsafe UnsafeMutableRawPointer(handle).deallocate()
    if let owner = unsafe owner { unsafe Unmanaged<AnyObject>.fromOpaque(owner).release() }
}

// The life of a libuv handle: on the heap, not moved, freed only in its close callback, its Swift owner kept alive until then.

internal import CUV

/// A libuv handle of type `Raw` (`uv_tcp_t`, `uv_timer_t`, …) and the reference from it to the Swift object that stands for it.
///
/// The handle holds one retained reference to its owner from `attach` to the close callback, so a callback can never meet a freed owner,
/// and an owner that nobody else holds lives as long as the loop may call it. Loop thread only.
///
/// An object of its own, and not part of the owner: what is inside an owner's variable cannot be read while the variable is changed, and Swift
/// would check that at each use.
@safe
final class Handle<Raw> {
    let pointer: UnsafeMutablePointer<Raw>
    /// Whether `close` has been called. From the close callback on `pointer` leads nowhere, and an owner that lives longer has only this.
    private(set) var isClosing = false

    /// Allocates the handle and runs its `uv_…_init`. A handle whose initialisation fails was never known to the loop: it is freed here.
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

    /// The handle as a stream; only for handles that are one.
    var stream: UnsafeMutablePointer<uv_stream_t> {
        unsafe UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: uv_stream_t.self)
    }

    /// Lets callbacks find `owner`, and keeps it alive until the handle is closed.
    func attach(_ owner: AnyObject) {
        unsafe base.pointee.data = Unmanaged.passRetained(owner).toOpaque()
    }

    /// Closes the handle; a second call does nothing. Memory and owner are released in the close callback.
    func close() {
        guard !isClosing else { return }
        isClosing = true
        unsafe uv_close(base, handleDidClose)
    }

    /// Calls `body` with the owner that `attach` named, inside a callback of the handle. The handle's own reference keeps the owner alive
    /// meanwhile, since close callbacks run in a later turn of the loop; so none is counted here.
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

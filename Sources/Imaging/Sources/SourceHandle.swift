// SourceHandle: a source as libvips reads it.
internal import CVips

/// Owns one reference to a `VipsSource` of libvips, which keeps the image source alive. One decoder at a time reads it.
@safe final class SourceHandle {
    let pointer: UnsafeMutablePointer<VipsSource>

    /// - Parameter neverFails: true when a failed read gives zeros to the decoder. `checkReads` reports the failure in either case.
    init(_ source: ImageSource, neverFails: Bool = false) {
        var bytes = source.forC
        unsafe pointer = azv_source_new(&bytes, noteFailure, neverFails ? 1 : 0)
    }

    deinit { unsafe g_object_unref(pointer) }
}

private let noteFailure: @convention(c) (UnsafeMutableRawPointer?, Int32) -> Void = { context, number in
    guard let context = unsafe context else { return }
    unsafe ImageSource.of(context: context).noteFailure(number)
}

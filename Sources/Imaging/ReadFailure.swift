// ReadFailure: that a read of a file has failed while libvips decoded it, which it tells as damage.
internal import CVips

/// Whether a file has failed us since it was opened. Any thread.
@safe final class ReadFailure: @unchecked Sendable {
    /// Shared with the sources that read the file, which may live longer.
    let pointer: UnsafeMutablePointer<AzvFailure>

    init() { unsafe pointer = azv_failure_new() }

    deinit { unsafe azv_failure_unref(pointer) }

    /// The system's number of the error; nil where all reads went well.
    var number: Int32? {
        let number = unsafe azv_failure_number(pointer)
        return number == 0 ? nil : number
    }
}

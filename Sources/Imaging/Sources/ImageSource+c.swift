// A source as C code reads it: by its descriptor, or through a callback.
internal import CSource
private import Glibc

extension ImageSource {
    /// The source for C functions. Valid as long as this object lives; a reader that outlives the call retains the context.
    @safe var forC: AzsSource {
        unsafe AzsSource(
            descriptor: byteSource.descriptor ?? -1, size: Int64(identity.size), context: Unmanaged.passUnretained(self).toOpaque(),
            read: readSource, retain: retainSource, release: releaseSource)
    }

    /// The object that is the context of `forC`.
    static func of(context: UnsafeMutableRawPointer) -> ImageSource {
        unsafe Unmanaged<ImageSource>.fromOpaque(context).takeUnretainedValue()
    }
}

private let readSource: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int, Int64) -> Int64 = {
    context, buffer, count, offset in
    guard let context = unsafe context else { return -Int64(EINVAL) }
    let source = unsafe ImageSource.of(context: context)
    do throws(ReadError) {
        return Int64(try unsafe source.byteSource.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: count), at: Int(offset)))
    } catch {
        source.noteWords(error)
        return -Int64(error.number)
    }
}

private let retainSource: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
    guard let context = unsafe context else { return }
    _ = unsafe Unmanaged<ImageSource>.fromOpaque(context).retain()
}

private let releaseSource: @convention(c) (UnsafeMutableRawPointer?) -> Void = { context in
    guard let context = unsafe context else { return }
    unsafe Unmanaged<ImageSource>.fromOpaque(context).release()
}

// closeDescriptor: the only operation of this module on a bare file descriptor.

private import Glibc

/// Closes a descriptor that no handle owns, such as that of a connection over the limit. Any thread.
public func closeDescriptor(_ descriptor: Int32) {
    _ = close(descriptor)
}

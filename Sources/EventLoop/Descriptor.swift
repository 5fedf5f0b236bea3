// The one thing done to a bare descriptor in this module.

private import Glibc

/// Closes a descriptor that no handle owns, such as a connection that is over the limit.
public func closeDescriptor(_ descriptor: Int32) {
    _ = close(descriptor)
}

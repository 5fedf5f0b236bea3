// Listener: a listening socket that accepts connections and passes on their descriptors, so that any loop can take them.

private import CUV
private import Glibc

/// A listening TCP socket. Each accepted connection is passed on as a file descriptor. Loop thread only.
@safe public final class Listener {
    private let handle: Handle<uv_tcp_t>
    private let loop: Loop
    private let accepted: (_ descriptor: Int32) -> Void

    /// Listens on the first address of `host`.
    /// - Parameters:
    ///   - host: an address or a host name. Resolving a name blocks.
    ///   - port: 0 picks a free port, which the property `port` returns.
    ///   - accepted: called on the loop's thread with the descriptor of a connection. It must close the descriptor or pass it on.
    /// - Throws: `UVError`, with `isAddressInUse` when another process holds the port.
    public init(on loop: Loop, host: String, port: UInt16, accepted: @escaping (_ descriptor: Int32) -> Void) throws(UVError) {
        self.loop = loop
        self.accepted = accepted
        unsafe handle = try Handle("uv_tcp_init") { unsafe uv_tcp_init(loop.raw, $0) }
        unsafe handle.attach(self)
        do {
            unsafe try Listener.withAddress(host: host, port: port) { (address) throws(UVError) in
                try UVError.check(unsafe uv_tcp_bind(handle.pointer, address, 0), "uv_tcp_bind")
            }
            try UVError.check(unsafe uv_listen(handle.stream, 4096, listenerDidConnect), "uv_listen")
        } catch {
            unsafe handle.close()
            throw error
        }
    }

    /// The port in use; 0 when the listener is closed.
    public var port: UInt16 {
        guard unsafe !handle.isClosing else { return 0 }
        var storage = sockaddr_storage()
        var length = Int32(MemoryLayout<sockaddr_storage>.size)
        return unsafe withUnsafeMutablePointer(to: &storage) { pointer in
            let address = unsafe UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: sockaddr.self)
            guard unsafe uv_tcp_getsockname(handle.pointer, address, &length) == 0 else { return 0 }
            // The port has the same offset in sockaddr_in and sockaddr_in6.
            return unsafe UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr_in.self).pointee.sin_port.bigEndian
        }
    }

    /// Stops listening and frees the port. Connections that were passed on stay open. A second call does nothing. `accepted` may call it.
    public func close() { unsafe handle.close() }

    private static func withAddress(
        host: String, port: UInt16, _ body: (UnsafePointer<sockaddr>) throws(UVError) -> Void
    ) throws(UVError) {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, String(port), &hints, &found) == 0, let first = unsafe found else {
            throw UVError(code: Int32(UV_EAI_NONAME.rawValue), call: "getaddrinfo")
        }
        defer { unsafe freeaddrinfo(first) }
        try unsafe body(first.pointee.ai_addr)
    }

    fileprivate func connectionArrived(_ status: Int32) {
        // A failed accept (no free descriptors, or the client has gone) concerns only that connection.
        guard status >= 0, unsafe !handle.isClosing,
            let incoming = try? unsafe Handle<uv_tcp_t>("uv_tcp_init", { unsafe uv_tcp_init(loop.raw, $0) })
        else { return }
        defer { unsafe incoming.close() }
        var descriptor: uv_os_fd_t = -1
        guard unsafe uv_accept(handle.stream, incoming.stream) == 0,
            unsafe uv_fileno(incoming.base, &descriptor) == 0
        else { return }
        // A libuv handle cannot move to another loop, so a duplicate of the descriptor is passed on.
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        if duplicate >= 0 { accepted(duplicate) }
    }
}

@available(*, unavailable)
extension Listener: Sendable {}

@c private func listenerDidConnect(_ handle: UnsafeMutablePointer<uv_stream_t>?, _ status: Int32) {
    guard let handle = unsafe handle else { return }
    unsafe Handle.withOwner(of: handle, as: Listener.self) { $0.connectionArrived(status) }
}

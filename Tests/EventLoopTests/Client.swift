// A blocking TCP client for tests.

import Glibc
import TestSupport

/// A connected socket. Reads give up after a minute.
final class Client: Sendable {
    private let descriptor: Int32

    init(port: UInt16, receiveBuffer: Int32? = nil) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer { setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, 4) }
        var timeout = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        }
        precondition(status == 0, "connect: \(errno)")
    }

    func send(_ bytes: [UInt8]) {
        var done = 0
        while done < bytes.count {
            let sent = bytes[done...].withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard sent > 0 else { return }
            done += sent
        }
    }

    /// Receives `count` bytes, or fewer at the end of the stream. Nil when the connection was reset or nothing arrived.
    func receive(_ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < count {
            let got = recv(descriptor, &buffer, min(buffer.count, count - bytes.count), 0)
            if got < 0 { return nil }
            if got == 0 { break }
            bytes += buffer[..<got]
        }
        return bytes
    }

    /// Waits until the receiver's kernel has everything that was sent.
    /// - Returns: false after a minute.
    func waitForDelivery() -> Bool {
        comesTrue {
            var unsent: Int32 = -1
            return ioctl(descriptor, UInt(TIOCOUTQ), &unsent) == 0 && unsent == 0
        }
    }

    /// Ends our side of the connection.
    func endSending() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    func close() { _ = Glibc.close(descriptor) }

    /// Closes the connection with a reset.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
        close()
    }
}

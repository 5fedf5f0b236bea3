// Writes the sample picture that `./run serve` serves: `sample-wall FILE.jpg`.

private import CVips
private import Glibc
private import SampleWall

/// Ends the process with one line on standard error.
private func end(_ code: Int32, _ message: String) -> Never {
    let line = Array("sample-wall: \(message)\n".utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(code)
}

guard CommandLine.arguments.count == 2 else { end(64, "takes one argument, the JPEG file to write") }
guard unsafe vips_init("sample-wall") == 0 else { end(1, "libvips cannot be started") }
private let path = CommandLine.arguments[1]
private let wall = SampleWall.standard
do {
    try JPEGWriter.write(to: path, width: wall.width, height: wall.height, quality: 85) { rows, strip in
        wall.render(rows: rows, into: &strip)
    }
} catch {
    end(1, "\(path) cannot be written: \(error.reason)")
}

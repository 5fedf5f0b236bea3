// PyramidWriter: where the tiles of a build go.
internal import Geometry
internal import Imaging
internal import Glibc
internal import Synchronization
@safe final class PyramidWriter: @unchecked Sendable {
    let fd: Int32
    let at = Atomic<Int>(0)
    let log = Mutex<[TileAddress: (Int, Int)]>([:])
    init(path: String) { fd = unsafe open(path, O_RDWR | O_CREAT | O_TRUNC, 0o644) }
    @safe final class Batch {
        let writer: PyramidWriter
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 3 << 20, alignment: 64)
        var count = 0
        var places: [(TileAddress, Int, Int)] = []
        init(_ w: PyramidWriter) { writer = w }
        deinit { unsafe memory.deallocate() }
        func append(_ tile: TileAddress, room: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(ImagingError) -> Int)
            throws(ImagingError)
        {
            if unsafe count + room + 100 > memory.count { try flush() }
            let n = try unsafe fill(UnsafeMutableRawBufferPointer(rebasing: memory[(count + 80)...]))
            places.append((tile, count + 80, n))
            count += 80 + n
        }
        func flush() throws(ImagingError) {
            if count == 0 { return }
            let o = writer.at.wrappingAdd(count, ordering: .relaxed).oldValue
            _ = unsafe pwrite(writer.fd, memory.baseAddress, count, o)
            writer.log.withLock { l in for p in places { l[p.0] = (o + p.1, p.2) } }
            count = 0
            places = []
        }
    }
    func makeBatch() -> Batch { Batch(self) }
    var isWaitedFor: Bool { false }
}

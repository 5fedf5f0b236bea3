// FileBuild: builds the pyramid of one image into a file.

internal import Building
private import Geometry
private import Glibc
private import Imaging
internal import Library
private import Server

/// A build of one pyramid into a file that the operator names.
struct FileBuild {
    let settings: BuildSettings

    init(_ settings: BuildSettings) { self.settings = settings }

    /// Builds the pyramid.
    /// - Parameter report: receives the events, on the calling thread; progress at most five times a second.
    /// - Throws: when the image cannot be read, or the file exists and may not be replaced.
    func run(_ interruption: Interruption, report: (BuildEvent) -> Void) throws(BuildCommand.Failure) {
        let configuration = settings.configuration
        let record: ImageRecord
        do throws(LibraryError) {
            record = try ImageLibrary.record(at: settings.source, configuration.libraryParameters)
        } catch {
            throw BuildCommand.Failure(description: "\(settings.source): \(BuildCommand.reason(error))")
        }
        let fileName = PyramidExport.fileName(for: record)
        var target = settings.output ?? fileName
        if FileBuild.isFolder(target) { target += "/" + fileName }
        let place = try FileBuild.place(of: target, for: record)
        let export = PyramidExport(
            encoders: max(1, configuration.workers - 1), decodeMemory: configuration.decodeMemory)
        let image = settings.source
        let pixels = record.grid.size.area
        report(.planned(images: 1, pixels: pixels))
        let clock = ContinuousClock()
        let start = clock.now
        do throws(TileError) {
            var reportedAt: ContinuousClock.Instant?
            let result = try export.write(record, to: place, name: FileBuild.treeName(of: target)) { share in
                let now = clock.now
                if let reportedAt, now - reportedAt < .milliseconds(200) { return }
                reportedAt = now
                report(.progress(image: image, pixels: pixels, share: share))
            } isCancelled: {
                interruption.isRequested
            }
            report(
                .done(
                    image: image,
                    BuiltPyramid(
                        file: target, size: record.grid.size, tiles: result.tileCount, bytes: result.byteCount,
                        seconds: (clock.now - start) / .seconds(1))))
        } catch {
            report(.failed(image: image, reason: BuildCommand.reason(error)))
        }
    }

    /// The name of the folder inside the file: the file's own name, so that the unpacked folder is called like the file.
    private static func treeName(of target: String) -> String {
        var name = Array(target.utf8.split(separator: UInt8(ascii: "/")).last ?? "pyramid"[...].utf8)
        if name.count > 4, name.suffix(4).elementsEqual(".szi".utf8) { name.removeLast(4) }
        return String(decoding: name, as: UTF8.self)
    }

    static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The path to write: `target`, or the file that the symbolic link `target` leads to.
    /// - Throws: when the path is that of the image or of a file that is no pyramid.
    private static func place(of target: String, for record: ImageRecord) throws(BuildCommand.Failure) -> String {
        var status = stat()
        guard unsafe stat(target, &status) == 0 else { return target }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw BuildCommand.Failure(description: "\(target) is there already, and is no file that could be replaced")
        }
        guard record.identity.revision != .file(device: UInt(status.st_dev), inode: UInt(status.st_ino)) else {
            throw BuildCommand.Failure(description: "\(target) is the image itself; name another --output", isUsage: true)
        }
        guard PyramidExport.mayReplace(target) else {
            throw BuildCommand.Failure(
                description: "\(target) is there already, and is no pyramid that could be replaced; remove it, or name another --output",
                isUsage: true)
        }
        guard let resolved = unsafe realpath(target, nil) else { return target }
        defer { unsafe free(resolved) }
        return unsafe String(cString: resolved)
    }
}

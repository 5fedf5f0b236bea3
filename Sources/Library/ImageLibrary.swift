// From identifiers to records, and the list of what is there.

internal import Geometry
internal import Imaging
private import Synchronization
internal import System

/// The images of one folder. All look-ups touch the file system and belong on worker threads.
public final class ImageLibrary: Sendable {
    /// What a record depends on besides its file.
    public struct Parameters: Sendable {
        /// Pixels of a tile's side where the source does not decide it.
        public var tileSize: Int
        /// Pixels of a source at most.
        public var maxSourcePixels: Int
        /// Whether what can be read of a damaged image is shown, and not an error.
        public var isLenient: Bool
        /// Everything else that tiles depend on (quality, background, library versions): a change makes new versions of all images.
        public var fingerprint: String

        public init(tileSize: Int, maxSourcePixels: Int, isLenient: Bool = false, fingerprint: String) {
            self.tileSize = tileSize
            self.maxSourcePixels = maxSourcePixels
            self.isLenient = isLenient
            self.fingerprint = fingerprint
        }
    }

    private enum Outcome {
        case record(ImageRecord)
        case failure(SourceFile.Identity, LibraryError)
    }

    let folder: Folder
    private let parameters: Parameters
    /// By the identifiers' bytes: to Swift two strings are equal where only their Unicode normal forms differ, and to a file system they are
    /// two names.
    private let known = Mutex<[[UInt8]: Outcome]>([:])
    /// The files of the last walk through the folder, and when it ended.
    private let listing = Mutex<(files: [String], at: Int)?>(nil)

    /// Records and remembered failures at most. Forgetting one costs a look at a file's header.
    private static let capacity = 50_000
    /// How long a walk through the folder is good for, in milliseconds.
    private static let listingLifetime = 1_000

    /// - Throws: `FolderError` where the folder cannot be read.
    public init(folder path: String, parameters: Parameters) throws(FolderError) {
        folder = try Folder(path)
        self.parameters = parameters
    }

    /// The record of an identifier as the file is now.
    /// - Parameter identifier: decoded; a page is `;N` at its end, from 1, unless a file's own name ends so.
    public func record(_ identifier: String) throws(LibraryError) -> ImageRecord {
        let time = MonotonicClock.milliseconds
        guard let (name, path, page) = ImageLibrary.locate(identifier, folder.file), let identity = SourceFile.Identity(path: path) else {
            throw .notFound
        }
        let hasSidecar = hasSidecar(name)
        let key = Array(identifier.utf8)
        switch known.withLock({ $0[key] }) {
        case .record(let record) where record.identity == identity && record.path.utf8.elementsEqual(path.utf8):
            record.markChecked(at: time, hasSidecar: hasSidecar)
            return record
        case .failure(identity, let error):
            throw error
        default:
            return try describe(identifier, path: path, page: page, identity: identity, hasSidecar: hasSidecar)
        }
    }

    /// Forgets what is known of an identifier: its file is read anew when it is asked for.
    public func forget(_ identifier: String) { known.withLock { $0[Array(identifier.utf8)] = nil } }

    /// The paths of all files below the folder that may be images, in natural order; not older than a second.
    public func files() -> [String] { currentFiles() }

    /// The record of a file that lies anywhere; its identifier is the last component of its path.
    /// - Parameter path: of an image, or of one followed by `;N` for a page, from 1.
    public static func record(at path: String, _ parameters: Parameters) throws(LibraryError) -> ImageRecord {
        guard let (_, resolved, page) = locate(path, { Folder.resolve($0) }), let slash = resolved.utf8.lastIndex(of: UInt8(ascii: "/"))
        else {
            throw .notFound
        }
        let name = String(resolved[resolved.utf8.index(after: slash)...])
        do throws(ImagingError) {
            return try describe(page == 0 ? name : "\(name);\(page + 1)", path: resolved, page: page, parameters)
        } catch {
            throw LibraryError(error)
        }
    }

    /// Whether another folder, which must exist, lies among the images, so that its files would be served.
    public func holds(folder path: String) -> Bool { self.folder.holds(folder: path) }

    /// A page of the list of images, in natural order of their paths. Files that are no images, or whose headers cannot be read, are left out.
    /// - Parameters:
    ///   - after: the identifier behind which the page begins; nil for the first page.
    ///   - limit: images at most.
    ///   - isWanted: asked before each file; where nobody waits any more, the page ends.
    /// - Returns: the records, and the identifier to continue behind, nil at the end.
    public func list(
        after: String?, limit: Int, while isWanted: () -> Bool = { true }
    ) -> (records: [ImageRecord], next: String?) {
        let files = currentFiles()
        var index = 0
        if let after {
            // The file itself may be gone by now: continue behind where it would stand.
            index = files.partitioningIndex { NaturalOrder.precedes(after, $0) }
        }
        var records: [ImageRecord] = []
        // A folder full of other files must not make one request read a hundred thousand headers: a page may come back short.
        let end = min(files.count, index + max(10 * limit, 1_000))
        while index < end, records.count < limit, isWanted() {
            if let record = try? record(files[index]) { records.append(record) }
            index += 1
        }
        let hasMore = index < files.count && index > 0
        return (records, hasMore ? files[index - 1] : nil)
    }

    private func currentFiles() -> [String] {
        // Under the lock: whoever comes during a walk gets its list, and does not walk, too.
        listing.withLock { listing in
            if let listing, MonotonicClock.milliseconds - listing.at < ImageLibrary.listingLifetime { return listing.files }
            let files = folder.files()
            listing = (files, MonotonicClock.milliseconds)
            return files
        }
    }

    /// The file that an identifier means: its name, which is the identifier without the page, its path, and the page, from 0.
    /// - Parameter find: the path of the file that a name stands for; nil where there is none.
    static func locate(_ identifier: String, _ find: (String) -> String?) -> (name: String, path: String, page: Int)? {
        if let path = find(identifier) { return (identifier, path, 0) }
        guard let semicolon = identifier.utf8.lastIndex(of: UInt8(ascii: ";")) else { return nil }
        let digits = identifier.utf8[identifier.utf8.index(after: semicolon)...]
        guard (1...6).contains(digits.count), digits.first != UInt8(ascii: "0"), digits.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(String(decoding: digits, as: UTF8.self))
        else { return nil }
        let name = String(identifier[..<semicolon])
        return find(name).map { (name, $0, number - 1) }
    }

    private func describe(
        _ identifier: String, path: String, page: Int, identity: SourceFile.Identity, hasSidecar: Bool
    ) throws(LibraryError) -> ImageRecord {
        do throws(ImagingError) {
            let record = try ImageLibrary.describe(identifier, path: path, page: page, parameters)
            record.noteSidecar(hasSidecar)
            remember(identifier, .record(record))
            return record
        } catch {
            let failure = LibraryError(error)
            // Want of descriptors or of permission is no property of the file: its end would not show in the file's identity.
            if !error.isTransient { remember(identifier, .failure(identity, failure)) }
            throw failure
        }
    }

    private static func describe(
        _ identifier: String, path: String, page: Int, _ parameters: Parameters
    ) throws(ImagingError) -> ImageRecord {
        let time = MonotonicClock.milliseconds
        let file = try SourceFile(path: path)
        let description = try ImageDescription.describe(
            file, page: page, maximumPixels: parameters.maxSourcePixels, isLenient: parameters.isLenient)
        let grid = parameters.grid(size: description.size, sourceTileSize: description.sourceTileSize)
        let version = parameters.version(path: path, page: page, file.identity, grid)
        return ImageRecord(
            identifier: identifier, path: path, page: page, identity: file.identity, description: description, grid: grid, version: version,
            checkedAt: time)
    }

    /// A page of a record's file, whose own header was not read; nil where it is larger than a source may be.
    func outline(_ outline: ImageDescription.Page, of record: ImageRecord, page: Int, _ identifier: String) -> ImageOutline? {
        guard outline.size.area <= parameters.maxSourcePixels else { return nil }
        let grid = parameters.grid(size: outline.size, sourceTileSize: outline.sourceTileSize)
        let version = parameters.version(path: record.path, page: page, record.identity, grid)
        return ImageOutline(identifier: identifier, page: page, grid: grid, version: version)
    }

    private func remember(_ identifier: String, _ outcome: Outcome) {
        let key = Array(identifier.utf8)
        known.withLock { known in
            if known.count >= ImageLibrary.capacity, known[key] == nil {
                // Some at once, whichever come first, so that it is seldom done; not all, which would have every header read again.
                for key in Array(known.keys.prefix(ImageLibrary.capacity / 16)) { known[key] = nil }
            }
            known[key] = outcome
        }
    }
}

extension ImageLibrary.Parameters {
    /// The grid of an image. The file's own tiles decide it where they are squares of a size that it can take over: of whole blocks of 16
    /// pixels, as TIFF demands of them, since strips are built of whole blocks.
    fileprivate func grid(size: PixelSize, sourceTileSize tile: PixelSize?) -> PyramidGrid {
        guard let tile, tile.width == tile.height, (128...1_024).contains(tile.width), tile.width % 16 == 0 else {
            return PyramidGrid(size: size, tileSize: tileSize)
        }
        return PyramidGrid(size: size, tileSize: tile.width)
    }

    /// The version of an image that a grid was laid over.
    fileprivate func version(path: String, page: Int, _ file: SourceFile.Identity, _ grid: PyramidGrid) -> ImageVersion {
        ImageVersion([
            path, String(page), String(file.size), String(file.modified), String(grid.tileSize), isLenient ? "lenient" : "strict",
            fingerprint,
        ])
    }
}

extension [String] {
    /// Where the elements begin for which `belongs` holds, in an array that is ordered by it.
    fileprivate func partitioningIndex(_ belongs: (String) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if belongs(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

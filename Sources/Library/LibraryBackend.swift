// LibraryBackend: where the images of a library are kept. A folder is one kind (`FolderBackend`).

public import Imaging

/// Keeps the images of a library. All of the library's access to files goes through this protocol, so that another kind of storage, such as
/// a bucket, is one more type that conforms to it.
///
/// An image has a name and a location. The name is a path of components between slashes, without a slash at its start or end, and is part
/// of URLs. The location is what the backend opens; it is part of the image's version, and only the backend knows what it means.
///
/// Any thread may call anything, several at once; all calls may wait, and belong on worker threads.
public protocol LibraryBackend: Sendable {
    /// Lists the names of all files that may be images and are not hidden, in natural order.
    func list() -> [String]

    /// Lists the names of the files of one folder that may be images and are not hidden, in natural order, without those of deeper folders.
    /// - Parameter folder: the name of the folder; empty for the top.
    /// - Returns: nil when there is no such folder, or it may not be seen.
    func list(folder: String) -> [String]?

    /// Finds the location of a name.
    /// - Returns: nil when nothing has this name, or it may not be served: names come from URLs.
    func resolve(_ name: String) -> String?

    /// Looks at what is at a location now, without opening it. The library asks once a second for an image that is in use, and compares.
    /// - Returns: nil when there is nothing that could be read.
    func identity(of location: String) -> SourceIdentity?

    /// Opens what is at a location.
    /// - Throws: `notFound`, `notAnImage` or `io`.
    func open(_ location: String) throws(ImagingError) -> any ByteSource

    /// Looks quickly whether anything has this name. The answer may be true for a name that `resolve` refuses, and is never false for
    /// another.
    func mayHave(_ name: String) -> Bool

    /// True when a local folder lies among the images, so that its files would be served.
    /// - Parameter path: of a folder that exists.
    func holds(localFolder path: String) -> Bool
}

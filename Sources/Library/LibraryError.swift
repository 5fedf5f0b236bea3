// LibraryError: why an identifier does not lead to an image.

public import Imaging

/// A failed look-up.
public enum LibraryError: Error, Sendable {
    /// There is no image of this name that may be served: the file is missing, hidden, outside the folder, or no image.
    case notFound
    /// There is an image, but it cannot be used.
    case unusable(ImagingError)

    init(_ error: ImagingError) {
        switch error {
        case .notAnImage, .notFound: self = .notFound
        default: self = .unusable(error)
        }
    }
}

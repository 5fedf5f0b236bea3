// Why an identifier does not lead to an image.

public import Imaging

/// A failed look-up.
public enum LibraryError: Error, Sendable {
    /// Nothing that may be served has this name: it is missing, hidden, outside the folder, or no image.
    case notFound
    /// There is an image, and it cannot be used.
    case unusable(ImagingError)

    init(_ error: ImagingError) {
        switch error {
        case .notAnImage, .notFound: self = .notFound
        default: self = .unusable(error)
        }
    }
}

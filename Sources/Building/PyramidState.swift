// How far an image's pyramid is.

/// What `GET /images/{id}` says of the pyramid.
public enum PyramidState: Sendable, Equatable {
    /// The file holds its own levels.
    case native
    /// Not built, and not being built.
    case none
    /// Being built, or waiting for its turn; from 0 to 1.
    case building(progress: Double)
    case ready
    /// The source cannot be read, or the cache folder cannot be written.
    case failed
}

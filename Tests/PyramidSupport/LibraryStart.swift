// libvips for tests of pyramids and tiles.

internal import Imaging

/// libvips, started once for all tests.
public let isLibraryStarted: Bool = (try? Imaging.start(threadsPerOperation: 1)) != nil

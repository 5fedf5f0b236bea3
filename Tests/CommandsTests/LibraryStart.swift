// libvips for this module's tests.

import Imaging

/// libvips, started once for all tests.
let isLibraryStarted: Bool = (try? Imaging.start(threadsPerOperation: 1)) != nil

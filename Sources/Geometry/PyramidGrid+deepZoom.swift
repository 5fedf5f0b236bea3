// Deep Zoom goes on halving below one tile, down to a single pixel: how its levels lie against the grid's.

extension PyramidGrid {
    /// The number that Deep Zoom gives to the image itself: ceil(log2(longer side)). Its level 0 is one pixel.
    public var deepZoomLastLevel: Int { Int.bitWidth - (size.longerSide - 1).leadingZeroBitCount }

    /// How many levels Deep Zoom has below the grid's level 0.
    public var deepZoomLevelsBelow: Int { deepZoomLastLevel - (levelCount - 1) }
}

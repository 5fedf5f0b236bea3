// PyramidGrid: the numbering of levels in Deep Zoom, which goes on halving below one tile, down to a single pixel.

extension PyramidGrid {
    /// The number that Deep Zoom gives to the level of full size: ceil(log2(longer side)). Level 0 of Deep Zoom is one pixel.
    public var deepZoomLastLevel: Int { Int.bitWidth - (size.longerSide - 1).leadingZeroBitCount }

    /// The number of Deep Zoom's levels below the grid's level 0.
    public var deepZoomLevelsBelow: Int { deepZoomLastLevel - (levelCount - 1) }
}

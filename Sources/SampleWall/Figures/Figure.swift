// The small pictures that are hidden about the wall.

enum Figure: CaseIterable {
    case fish, crab, snail, swallow, butterfly, rooster, cat, carnation, anchor, boat, windmill, lighthouse, heart, guitar, key, sun
}

extension Painter {
    /// Draws a figure about the origin, within one unit of it.
    mutating func paint(_ figure: Figure) {
        switch figure {
        case .fish: paintFish()
        case .crab: paintCrab()
        case .snail: paintSnail()
        case .swallow: paintSwallow()
        case .butterfly: paintButterfly()
        case .rooster: paintRooster()
        case .cat: paintCat()
        case .carnation: paintCarnation()
        case .anchor: paintAnchor()
        case .boat: paintBoat()
        case .windmill: paintWindmill()
        case .lighthouse: paintLighthouse()
        case .heart: paintHeart()
        case .guitar: paintGuitar()
        case .key: paintKey()
        case .sun: paintSun(radius: 0.42, rays: 12)
        }
    }
}

// The fill of a shape: the amount of each pigment, the opacity, and the brush.

struct Paint: Sendable {
    /// Cobalt at the shape's top, 0 (bare glaze) to 255 (deepest blue).
    var cobalt: Float
    /// Cobalt at the shape's bottom; between the two it changes evenly.
    var cobaltBelow: Float
    /// Yellow ochre, 0 to 255.
    var ochre: Float
    /// 0 leaves the layers below as they are, 1 hides them.
    var opacity: Float
    /// The hair of the brush.
    var texture: BrushTextures.Kind
    /// By how much the cobalt varies with the texture, in its own units.
    var grain: Float
    /// The part of the surface that the brush reaches: 1 is a full brush, less is a dry one that skips along the texture.
    var load: Float

    init(
        _ cobalt: Float, below: Float? = nil, ochre: Float = 0, opacity: Float = 1,
        texture: BrushTextures.Kind = .mottle, grain: Float = 10, load: Float = 1
    ) {
        self.cobalt = cobalt
        cobaltBelow = below ?? cobalt
        self.ochre = ochre
        self.opacity = opacity
        self.texture = texture
        self.grain = grain
        self.load = load
    }

    /// Bare glaze, with a breath of blue.
    static let white = Paint(3, grain: 3)

    /// The dark line that painters draw round things.
    static let line = Paint(222, grain: 34)

    /// A line a little thinner in colour, for things further off.
    static func line(_ cobalt: Float) -> Paint {
        Paint(cobalt, grain: 26)
    }

    /// Shading over the layers below.
    static func shade(_ cobalt: Float, _ texture: BrushTextures.Kind = .mottle, opacity: Float = 0.5, load: Float = 0.8) -> Paint {
        Paint(cobalt, opacity: opacity, texture: texture, grain: 16, load: load)
    }

    /// Yellow, with `cobalt` of blue in it where it is in shadow.
    static func ochre(_ amount: Float, cobalt: Float = 0, below: Float? = nil) -> Paint {
        Paint(cobalt, below: below, ochre: amount, grain: 12)
    }
}

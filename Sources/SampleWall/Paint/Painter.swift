// The hand that paints: turns outlines and strokes, given in the units of whatever is being drawn, into shapes on the wall.
import Glibc

struct Painter {
    private(set) var painting: Painting
    var random: RandomSource
    /// Where and how large the thing being drawn stands on the wall.
    private(set) var placement: Placement
    /// Nothing is painted outside, in pixels of the wall.
    private var clip: Clip?
    /// How far lines stray, in pixels: no painter uses a ruler.
    private let wobble: Float
    private let wobblePitch: Float
    private let hand: Noise

    init(width: Int, height: Int, tilePixels: Int, seed: UInt64) {
        painting = Painting(width: width, height: height)
        random = RandomSource(seed: seed)
        placement = Placement()
        wobble = 0.014 * Float(tilePixels)
        wobblePitch = 1.6 / Float(tilePixels)
        hand = Noise(seed: seed ^ 0x68616E64)
    }

    /// Runs `body` in a coordinate system of its own: its origin is at `origin`, and its unit has the length `scale`.
    mutating func draw(
        at origin: Point, scale: Float = 1, turned angle: Float = 0, mirrored: Bool = false, _ body: (inout Painter) -> Void
    ) {
        let outer = placement
        placement = outer.placing(at: origin, scale: scale, turned: angle, mirrored: mirrored)
        body(&self)
        placement = outer
    }

    /// Runs `body` and clips its drawing to a rectangle. The rectangle is upright on the wall, independent of the current rotation.
    mutating func within(_ a: Point, _ b: Point, _ body: (inout Painter) -> Void) {
        let outer = clip
        let (p, q) = (placement.apply(a), placement.apply(b))
        clip = Clip(left: min(p.x, q.x), top: min(p.y, q.y), right: max(p.x, q.x), bottom: max(p.y, q.y))
        body(&self)
        clip = outer
    }

    /// True if a shape of this size, in current units, is large enough to be visible. Invisible shapes need not be drawn.
    func shows(_ size: Float) -> Bool {
        size * placement.scale > 0.7
    }

    // MARK: Outlines

    mutating func fill(_ outline: [Point], _ paint: Paint) {
        let strayed = byHand(outline)
        painting.add(clip?.cut(strayed) ?? strayed, paint)
    }

    /// A shape with the dark line round it.
    mutating func fill(_ outline: [Point], _ paint: Paint, line width: Float, _ line: Paint = .line) {
        fill(outline, paint)
        self.outline(outline, width, line)
    }

    mutating func outline(_ outline: [Point], _ width: Float, _ paint: Paint = .line) {
        guard shows(width), let first = outline.first else { return }
        stroke(outline + [first], width, paint, ends: .joined)
    }

    // MARK: Strokes

    enum Ends {
        /// A line that comes back to its beginning.
        case joined
        /// As wide at the ends as in the middle.
        case blunt
        /// Thin at both ends.
        case tapered
        /// Set down wide and drawn out to a point.
        case trailing
    }

    /// One stroke of the brush along the points, `width` wide at its widest.
    mutating func stroke(_ spine: [Point], _ width: Float, _ paint: Paint = .line, ends: Ends = .tapered) {
        guard shows(width) else { return }
        let phase = random.unit() * 64
        let pressure = hand
        let halfWidth = { (t: Float) in
            let taper: Float =
                switch ends {
                case .joined, .blunt: 1
                case .tapered: 0.12 + 0.88 * (4 * t * (1 - t)).squareRoot()
                case .trailing: min(1, 6 * t + 0.4) * (1 - 0.93 * t * t)
                }
            // The pressure comes back to where it was, so that closed lines show no step.
            return 0.5 * width * taper * (1 + 0.22 * pressure.at(phase + 10 * fabsf(t - 0.5), 0.5))
        }
        fill(Curve.ribbon(spine, closed: ends == .joined, halfWidth: halfWidth), paint)
        guard width * placement.scale > 14, paint.cobalt > 150 else { return }
        // Paint runs to the edges of a broad wet stroke; its middle dries paler.
        let middle = Paint(paint.cobalt - 58, opacity: 0.5, texture: .mottle, grain: 24, load: 0.62)
        fill(Curve.ribbon(spine, closed: ends == .joined) { 0.55 * halfWidth($0) }, middle)
    }

    // MARK: The hand

    /// Places an outline on the wall, and lets it stray as the hand does. The straying is a function of the place alone, so that
    /// a wash and the line round it go astray together.
    private func byHand(_ outline: [Point]) -> [Point] {
        let longest = 0.35 / wobblePitch
        var result: [Point] = []
        result.reserveCapacity(outline.count + 8)
        guard var previous = outline.last.map({ placement.apply($0) }) else { return [] }
        for point in outline {
            let placed = placement.apply(point)
            let length = (placed - previous).length
            let pieces = Int(length / longest) + 1
            for piece in 1...pieces {
                result.append(astray(previous.mixed(with: placed, Float(piece) / Float(pieces))))
            }
            previous = placed
        }
        return result
    }

    private func astray(_ p: Point) -> Point {
        let (x, y) = (p.x * wobblePitch, p.y * wobblePitch)
        return Point(p.x + wobble * hand.at(x, y), p.y + wobble * hand.at(x + 11.5, y + 23.25))
    }
}

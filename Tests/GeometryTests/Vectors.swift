// The shared vectors of viewports: Tests/Vectors/viewport.json.

import Foundation
import Geometry

struct Vectors: Decodable {
    let plans: [Plan]
    let anchorChanges: [AnchorChange]
    let pinches: [Pinch]
    let doubleTaps: [DoubleTap]
    let refusals: [Refusal]

    struct Plan: Decodable {
        let viewport: Input
        let expected: Expected
    }

    struct AnchorChange: Decodable {
        let viewport: Input
        let anchor: XY
        let expected: Expected
    }

    struct Pinch: Decodable {
        let viewport: Input
        let ratio: Double
        let from: XY
        let to: XY
        let expected: Expected
    }

    struct DoubleTap: Decodable {
        let viewport: Input
        let point: XY
        let target: Double?
        let expected: Expected
    }

    struct Refusal: Decodable {
        let viewport: Input
        let field: String
    }

    struct Input: Decodable {
        let image: WH
        let view: WH
        let dpr: Double
        let tileSize: Int?
        let scale: Double?
        let anchor: XY?
        let offset: XY?
        let min: Double?
        let ideal: Double?
        let max: Double?

        func make() throws(ViewportError) -> Viewport {
            try Viewport(
                image: imageSize, view: Size(width: view.width, height: view.height), dpr: dpr, scale: scale,
                anchor: anchor?.point ?? .centre, offset: offset?.point ?? .zero, min: min, ideal: ideal, max: max)
        }

        var imageSize: PixelSize { PixelSize(width: Int(image.width), height: Int(image.height)) }
        var grid: PyramidGrid { PyramidGrid(size: imageSize, tileSize: tileSize ?? 512) }
    }

    struct Expected: Decodable {
        let scale: Double
        let zoom: Double
        let translation: XY
        let offset: XY?
        let scales: Scales?
        let frame: XYWH?
        let region: XYWH?
        let level: Int?
        let levels: Int?
        let tiles: [[Int]]?
        let firstPlace: XYWH?
    }

    struct Scales: Decodable {
        let min: Double
        let ideal: Double
        let max: Double
    }

    struct XY: Decodable {
        let x: Double
        let y: Double
        var point: Point { Point(x: x, y: y) }
    }

    struct WH: Decodable {
        let width: Double
        let height: Double
    }

    struct XYWH: Decodable {
        let x: Double
        let y: Double
        let width: Double
        let height: Double
        var rect: Rect { Rect(x: x, y: y, width: width, height: height) }
    }

    static let shared: Vectors = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/viewport.json")
        do {
            return try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: file))
        } catch {
            fatalError("Tests/Vectors/viewport.json cannot be read: \(error)")
        }
    }()
}

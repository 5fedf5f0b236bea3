// The shared vectors of motions: Tests/Vectors/motion.json.

import Foundation
import Geometry

struct MotionVectors: Decodable {
    let rubberBands: [RubberBand]
    let slides: [Sliding]
    let releases: [Journey]
    let journeys: [Journey]
    let endings: [Journey]

    struct RubberBand: Decodable {
        let distance: Double
        let extent: Double
        let expected: Double
    }

    struct Sliding: Decodable {
        let from: Double
        let speed: Double
        let low: Double
        let high: Double
        let expected: Expected

        struct Expected: Decodable {
            let rest: Double
            let places: [Double]
        }
    }

    struct Journey: Decodable {
        let viewport: Vectors.Input
        let shown: Shown
        let focus: Vectors.XY?
        let speed: Vectors.XY?
        let ending: String?
        let expected: Expected

        struct Expected: Decodable {
            let rest: Shown
            let places: [Shown]?
        }
    }

    struct Shown: Decodable {
        let zoom: Double
        let x: Double
        let y: Double
        var transform: ViewTransform { ViewTransform(zoom: zoom, translation: Point(x: x, y: y)) }
    }

    static let shared: MotionVectors = {
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Vectors/motion.json")
        do {
            return try JSONDecoder().decode(MotionVectors.self, from: Data(contentsOf: file))
        } catch {
            fatalError("Tests/Vectors/motion.json cannot be read: \(error)")
        }
    }()
}

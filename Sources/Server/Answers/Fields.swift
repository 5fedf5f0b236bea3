// Header fields that many answers share.

internal import Caching
private import Geometry
internal import HTTP
internal import Library
internal import Tiles

/// The fields of answers, in one place.
enum Fields {
    /// The fields of every answer, errors included: any page may use the images, and browsers must not guess types.
    static let everywhere = [
        ResponseField("Access-Control-Allow-Origin", "*"),
        ResponseField("Access-Control-Expose-Headers", "ETag, Link, Retry-After"),
        ResponseField("X-Content-Type-Options", "nosniff"),
    ]

    /// Cache-Control of an answer. The bytes behind a URL with the image's version in it never change.
    static let immutable: StaticString = "public, max-age=31536000, immutable"
    static let shortLived: StaticString = "public, max-age=300"
    /// Cache-Control of prepared answers: for a URL without a version, and for one with it.
    static let lives = [shortLived, immutable]
    static func cacheControl(isVersioned: Bool) -> ResponseField {
        ResponseField("Cache-Control", lives[isVersioned ? 1 : 0].description)
    }
    static let noCache = ResponseField("Cache-Control", "no-cache")
    static let noStore = ResponseField("Cache-Control", "no-store")

    /// The fields that describe a product, without Cache-Control.
    static func describing(_ product: Product, of record: ImageRecord) -> [ResponseField] { describing(product.fields(of: record)) }

    /// The fields that describe an encoded image, without Cache-Control.
    static func describing(_ fields: ImageFields) -> [ResponseField] {
        [
            ResponseField("Content-Type", fields.format.mediaType),
            ResponseField("ETag", fields.entityTag),
            ResponseField("Last-Modified", HTTPDate.format(fields.lastModified)),
            ResponseField("Accept-Ranges", "bytes"),
        ] + everywhere
    }

    /// The head of a stream of events.
    static var eventStream: Response {
        var response = Response(
            .ok,
            fields: [
                ResponseField("Content-Type", "text/event-stream"), noStore,
                // Without this field nginx holds events back until its buffer is full.
                ResponseField("X-Accel-Buffering", "no"),
            ] + everywhere)
        response.length = .open
        return response
    }

    /// The answer to a range beyond the end (RFC 9110, 15.5.17).
    /// - Parameter byteCount: bytes of the whole representation.
    static func unsatisfiable(byteCount: Int) -> Response {
        var response = Problem(.rangeNotSatisfiable, "There are \(byteCount) bytes.").response
        response.fields.append(ResponseField("Content-Range", "bytes */\(byteCount)"))
        return response
    }

    /// The validators of a product. They are known before it has been made.
    static func validators(of product: Product, _ record: ImageRecord) -> Validators {
        Validators(entityTag: product.entityTag, lastModified: record.lastModified)
    }
}

// Motions in closed form: where they are depends on nothing but the time.

const DURATION = 300; // ms

/** `at(time)`: from the time of the first call, and in the end `to` itself. */
export function makeGlide(from, to) {
    let begin;
    return {
        to,
        at(time) {
            begin ??= time;
            const progress = (time - begin) / DURATION;
            if (progress >= 1) return to;
            const eased = 1 - (1 - progress) ** 3;
            const zoom = from.zoom * (to.zoom / from.zoom) ** eased;
            // Linear in the zoom: the point that a zoom is about stays where it is.
            const share = Math.abs(to.zoom / from.zoom - 1) > 1e-9 ? (zoom - from.zoom) / (to.zoom - from.zoom) : eased;
            return { zoom, x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
        },
    };
}

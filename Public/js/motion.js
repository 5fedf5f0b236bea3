// Motions from one viewport to another, in closed form: where they are at a time depends on nothing but the time.

const DURATION = 300; // ms

/** An eased way; `at(time)` is the viewport at a frame's time in ms, from the first call on. At the end it is `to` itself. */
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
            // A place that is linear in the zoom keeps one image point fixed: the one that a zoom is about.
            const share = Math.abs(to.zoom / from.zoom - 1) > 1e-9 ? (zoom - from.zoom) / (to.zoom - from.zoom) : eased;
            return { zoom, x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
        },
    };
}

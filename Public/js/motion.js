// How the picture moves by itself, in closed form: where it will rest is known at once. CSS px and seconds; the same as the server's.

import { clamp, limitZoom, restingRange } from './viewport.js';

const STIFFNESS = 20; // per s, of a critically damped spring
const DECAY = 1000 * Math.log(0.998); // per s
const SPRING_TIME = 0.7; // after which nothing of it is seen
const NEAR = 0.25; // to the rest: as good as there
const PULL = 0.55;

/** How far the picture gives way where it is pulled beyond a bound. */
export const rubberBand = (distance, extent) => (PULL * distance * extent) / (PULL * Math.abs(distance) + extent);

/** One number in motion. */
const spring = (from, speed, to) => ({
    to,
    time: SPRING_TIME,
    at: (time) => to + (from - to + (speed + STIFFNESS * (from - to)) * time) * Math.exp(-STIFFNESS * time),
});

const decay = (from, speed) => ({
    to: from - speed / DECAY,
    time: Math.max(0, Math.log(-NEAR * DECAY / Math.abs(speed)) / DECAY),
    at: (time) => from + speed * Math.expm1(DECAY * time) / DECAY,
});

/** Decays within the range; outside of it a spring pulls back. */
export function slide(from, speed, [low, high]) {
    const inside = clamp(from, low, high);
    let motion;
    let turn; // when the one takes over from the other
    let next;
    if (inside === from) {
        motion = decay(from, speed);
        const bound = clamp(motion.to, low, high);
        if (bound === motion.to) return motion;
        turn = Math.log1p(DECAY * (bound - from) / speed) / DECAY;
        next = spring(bound, speed + DECAY * (bound - from), bound);
    } else {
        motion = spring(from, speed, inside);
        const pull = speed + STIFFNESS * (from - inside);
        turn = (inside - from) / pull;
        if (!(turn > 0)) return motion;
        next = slide(inside, pull * Math.exp(-STIFFNESS * turn), [low, high]);
    }
    return {
        to: next.to,
        time: Math.min(turn, motion.time) + next.time,
        at: (time) => (time < turn ? motion.at(time) : next.at(time - turn)),
    };
}

/**
 * From a viewport to rest: at `to`, or else where a picture rests that was let go at this speed {x, y}. The zoom springs, while the
 * image point `focus` stays.
 */
export function makeMotion(scene, from, { to, focus, speed = { x: 0, y: 0 } }) {
    const zoom = to?.zoom ?? limitZoom(scene, from.zoom);
    const change = from.zoom - zoom;
    const scale = spring(Math.log(from.zoom / zoom), 0, 0);
    const make = (axis, side) => {
        // Between two viewports, the point that both show in the same place.
        const fixed = focus?.[axis] ?? (Math.abs(change) > 1e-6 * zoom ? (to[axis] - from[axis]) / change : 0);
        const range = to ? [to[axis], to[axis]] : restingRange(scene, zoom, side);
        return { fixed, ...slide(from[axis] + change * fixed, speed[axis], range) };
    };
    const x = make('x', 'width');
    const y = make('y', 'height');
    return {
        to: { zoom, x: x.to, y: y.to },
        time: Math.max(change ? scale.time : 0, x.time, y.time),
        at(time) {
            const now = zoom * Math.exp(scale.at(time));
            const along = ({ at, fixed }) => at(time) + (zoom - now) * fixed;
            return { zoom: now, x: along(x), y: along(y) };
        },
    };
}

// Fingers to viewports: a pure reducer, without DOM and clock.

import { clamp, doubleTap, normalise, pinch, restingRange } from './viewport.js';

export const PAN_SLOP = 3; // CSS px; a pan loses none of them
const TAP_TRAVEL = 10;
const TAP_TIME = 300; // ms
const DOUBLE_TAP_TIME = 300; // from up to down
const DOUBLE_TAP_TRAVEL = 40;

export const noGesture = {
    kind: 'none', // or press, pan, pinch
    fingers: [], // {id, x, y}
    base: null, // what they took hold of when their number last changed
    start: null, // the viewport before
    press: null, // {x, y, time} while it may become a tap
    tap: null, // the last one while it may become double
};

/** A gesture, an event {type, id, x, y, time, factor} and what is shown give {gesture, viewport?, motion?: jump|glide}. */
export function reduce(gesture, event, scene, viewport) {
    const isKnown = gesture.fingers.some(({ id }) => id === event.id);
    if (event.type !== 'wheel' && isKnown === (event.type === 'down')) return { gesture };
    return { down, move, up, cancel, wheel }[event.type](gesture, event, scene, viewport);
}

function down(gesture, { id, x, y, time }, scene, viewport) {
    const fingers = [...gesture.fingers, { id, x, y }];
    const next = fingers.length === 1
        ? { ...gesture, kind: 'press', fingers, start: viewport, press: { x, y, time } }
        : { ...gesture, kind: 'pinch', fingers, press: null, tap: null };
    return { gesture: hold(next, viewport), viewport, motion: 'jump' };
}

function move(gesture, { id, x, y }, scene) {
    const { base, kind, press } = gesture;
    const travel = Math.hypot(x - base.x, y - base.y);
    const next = {
        ...gesture,
        kind: kind === 'press' && travel >= PAN_SLOP ? 'pan' : kind,
        fingers: gesture.fingers.map((finger) => (finger.id === id ? { id, x, y } : finger)),
        press: travel <= TAP_TRAVEL ? press : null,
    };
    return next.kind === 'press' ? { gesture: next } : { gesture: next, viewport: follow(next, scene), motion: 'jump' };
}

function up(gesture, { id, time }, scene, viewport) {
    const fingers = gesture.fingers.filter((finger) => finger.id !== id);
    if (fingers.length > 0) {
        return { gesture: hold({ ...gesture, kind: fingers.length > 1 ? 'pinch' : 'pan', fingers }, viewport) };
    }
    const { press, tap } = gesture;
    const isTap = press && time - press.time <= TAP_TIME;
    const isDouble = isTap && tap && press.time - tap.time <= DOUBLE_TAP_TIME
        && Math.hypot(press.x - tap.x, press.y - tap.y) <= DOUBLE_TAP_TRAVEL;
    return {
        gesture: { ...noGesture, tap: isTap && !isDouble ? { ...press, time } : null },
        viewport: isDouble ? doubleTap(scene, viewport, press) : normalise(scene, viewport),
        motion: 'glide',
    };
}

/** Back, but at rest: the first finger may have stopped a motion. */
function cancel({ start }, event, scene) {
    return { gesture: noGesture, viewport: normalise(scene, start), motion: 'glide' };
}

function wheel(gesture, event, scene, viewport) {
    const next = normalise(scene, pinch(scene, viewport, event.factor, event));
    return { gesture: gesture.kind === 'none' ? gesture : hold(gesture, next), viewport: next, motion: 'jump' };
}

/** The fingers take hold of what is shown, so that nothing jumps. */
const hold = (gesture, viewport) => ({ ...gesture, base: { viewport, ...spread(gesture.fingers) } });

/** Centroid and mean radius; fingers may be in one place. */
function spread(fingers) {
    const mean = (value) => fingers.reduce((sum, finger) => sum + value(finger), 0) / fingers.length;
    const x = mean((finger) => finger.x);
    const y = mean((finger) => finger.y);
    return { x, y, radius: Math.max(1, mean((finger) => Math.hypot(finger.x - x, finger.y - y))) };
}

/** Absolute, so that lost events cost nothing. */
function follow({ fingers, base }, scene) {
    const now = spread(fingers);
    const { zoom, x, y } = base.viewport;
    if (fingers.length > 1) return pinch(scene, base.viewport, now.radius / base.radius, base, now);
    // What a pinch has left outside may only come nearer.
    const drag = (start, distance, [low, high]) => clamp(start + distance, Math.min(low, start), Math.max(high, start));
    return {
        zoom,
        x: drag(x, now.x - base.x, restingRange(scene, zoom, 'width')),
        y: drag(y, now.y - base.y, restingRange(scene, zoom, 'height')),
    };
}

// Fingers and wheel to viewports: a pure reducer without DOM, clock or state of its own, and what each step means for the server
// (docs/gestures.md). A new gesture is a new case here.

import { clamp, centred, doubleTap, isSameZoom, limitZoom, normalise, pointAt, restingRange, zoomAbout } from './viewport.js';
import { rubberBand } from './motion.js';

/** CSS px that a finger moves before a press becomes a pan. The pan loses none of them. */
export const PAN_SLOP = 3;
const TAP_TRAVEL = 10; // CSS px that a finger may move in a tap
const TAP_TIME = 300; // ms that a tap may last, and that may pass between the two taps of a double tap
const DOUBLE_TAP_TRAVEL = 40; // CSS px between the two taps
const DOUBLING_DRAG = 150; // CSS px of a drag after a tap that double the zoom
const TRAIL_TIME = 100; // ms before now from which the speed is taken
const OUTSIDE = 0.5; // CSS px beyond the resting place from which a wheel's zoom springs instead of jumping

/** The gesture before the first finger. Gestures are values: no step changes one. */
export const noGesture = {
	kind: 'none', // none, press (may become a tap), pan, zoom (a drag after a tap), pinch
	fingers: [], // [{id, x, y}], in CSS px of the view
	base: null, // {viewport, x, y, radius}: what was shown and where the fingers were when their number last changed
	trail: [], // [{time, x, y}]: ms, and the place of the viewport since then
	start: null, // the viewport where the picture rested, or was moving to, before the first finger
	focus: null, // the image point about which the zoom last changed
	press: null, // {x, y, time} while the gesture may become a tap
	tap: null, // {x, y, time} of the last tap, while the next one may make it a double tap
	isLiftingPinch: false, // one finger of a pinch is left and has not moved yet
	isScroll: false, // the page scrolls by this finger (cooperative gestures)
};

/**
 * One step of a gesture. The scene's rules: `isTemporary` (a change of zoom springs back when the fingers lift), `isReset` (a cancelled
 * gesture ends at fit, not where it began), `isCooperative` (one finger scrolls the page).
 * @param {object} gesture `noGesture`, or what the last step has returned
 * @param {object} event `{type, id, x, y, time, factor, isTouch}`: the type is down, move, up, cancel or wheel; x and y are CSS px of the
 *     view, time is ms; `factor` is the change of zoom by a wheel
 * @param {object} scene
 * @param {{zoom: number, x: number, y: number}} viewport what is shown
 * @param {{zoom: number, x: number, y: number}} [destination] where a motion leads that is going on
 * @returns {{gesture: object, viewport: object|undefined, rest: object|undefined}} the next gesture, the viewport to show at once, and how
 *     to come to rest (as `makeMotion` takes it)
 */
export function reduce(gesture, event, scene, viewport, destination = viewport) {
	const isKnown = gesture.fingers.some(({ id }) => id === event.id);
	if (event.type !== 'wheel' && isKnown === (event.type === 'down')) return { gesture };
	return { down, move, up, cancel, wheel }[event.type](gesture, event, scene, viewport, destination);
}

/**
 * The speed of the picture in CSS px per s.
 * @param {object} gesture only a pan has a speed
 * @param {number} now ms
 */
export function speedOf({ kind, trail }, now) {
	const recent = kind === 'pan' ? trail.filter(({ time }) => time >= now - TRAIL_TIME) : [];
	if (!recent.length) return { x: 0, y: 0 };
	const [first, last] = [recent[0], recent.at(-1)];
	const time = (last.time - first.time) / 1000;
	return time > 0 ? { x: (last.x - first.x) / time, y: (last.y - first.y) / time } : { x: 0, y: 0 };
}

function down(gesture, { id, x, y, time, isTouch }, scene, viewport, destination) {
	const fingers = [...gesture.fingers, { id, x, y }];
	if (fingers.length > 1) {
		const next = { ...gesture, kind: 'pinch', fingers, press: null, tap: null, isLiftingPinch: false, isScroll: false };
		return { gesture: hold(next, viewport, time), viewport };
	}
	const { tap } = gesture;
	const isSecond = tap && time - tap.time <= TAP_TIME && Math.hypot(x - tap.x, y - tap.y) <= DOUBLE_TAP_TRAVEL;
	const next = {
		...noGesture, kind: 'press', fingers, start: destination, press: { x, y, time }, tap: isSecond ? tap : null,
		isScroll: scene.isCooperative && isTouch,
	};
	return { gesture: hold(next, viewport, time), viewport };
}

function move(gesture, { id, x, y, time }, scene) {
	const { base, tap, trail, isScroll } = gesture;
	let { kind } = gesture;
	const travel = Math.hypot(x - base.x, y - base.y);
	if (kind === 'press' && travel >= PAN_SLOP && !isScroll) kind = tap ? 'zoom' : 'pan';
	const old = gesture.fingers.find((finger) => finger.id === id);
	const fingers = gesture.fingers.map((finger) => (finger === old ? { id, x, y } : finger));
	const next = {
		...gesture, kind, fingers, press: travel <= TAP_TRAVEL ? gesture.press : null,
		isLiftingPinch: gesture.isLiftingPinch && travel < PAN_SLOP,
	};
	if (kind === 'press' || (old.x === x && old.y === y)) return { gesture: next };
	const viewport = follow(next, scene);
	next.trail = [...trail.filter((one) => one.time >= time - TRAIL_TIME), { time, x: viewport.x, y: viewport.y }];
	if (kind !== 'pan') next.focus = pointAt(base.viewport, base);
	return { gesture: next, viewport };
}

function up(gesture, { id, time }, scene, viewport) {
	const { base, start, press, tap } = gesture;
	const fingers = gesture.fingers.filter((finger) => finger.id !== id);
	if (fingers.length) {
		const isPinch = fingers.length > 1;
		return { gesture: hold({ ...gesture, kind: isPinch ? 'pinch' : 'pan', fingers, isLiftingPinch: !isPinch }, viewport, time) };
	}
	const isTap = press && time - press.time <= TAP_TIME;
	if (isTap && tap) return { gesture: noGesture, rest: { to: doubleTap(scene, start, press) } };
	const ended = { ...noGesture, tap: isTap ? { ...press, time } : null };
	if (scene.isTemporary && !isSameZoom(viewport, start)) return { gesture: ended, rest: { to: normalise(scene, start) } };
	const focus = gesture.focus ?? pointAt(viewport, base);
	return { gesture: ended, rest: { focus, speed: speedOf(gesture, time) } };
}

function cancel({ start }, event, scene) {
	return { gesture: noGesture, rest: { to: scene.isReset ? centred(scene) : normalise(scene, start) } };
}

function wheel(gesture, event, scene, viewport) {
	const next = normalise(scene, zoomAbout(viewport, limitZoom(scene, viewport.zoom * event.factor), event));
	if (gesture.base) return { gesture: hold(gesture, next, event.time), viewport: next };
	const { zoom, x, y } = normalise(scene, viewport);
	const isOutside = Math.hypot(x - viewport.x, y - viewport.y, 100 * (zoom / viewport.zoom - 1)) > OUTSIDE;
	return isOutside ? { gesture, rest: { to: next } } : { gesture, viewport: next };
}

/** Starts anew from what is shown whenever the number of fingers changes, so that the picture does not jump. */
const hold = (gesture, viewport, time) => ({
	...gesture, base: { viewport, ...spread(gesture.fingers) }, trail: [{ time, x: viewport.x, y: viewport.y }],
});

/** The centroid of the fingers and their mean distance from it, at least 1 CSS px. */
function spread(fingers) {
	const mean = (value) => fingers.reduce((sum, finger) => sum + value(finger), 0) / fingers.length;
	const x = mean((finger) => finger.x);
	const y = mean((finger) => finger.y);
	return { x, y, radius: Math.max(1, mean((finger) => Math.hypot(finger.x - x, finger.y - y))) };
}

/** The viewport under the fingers, from where they were at `base` and where they are. Beyond a bound it gives way like a rubber band. */
function follow({ kind, fingers, base }, scene) {
	const now = spread(fingers);
	const { zoom, x, y } = base.viewport;
	if (kind !== 'pan') {
		const wanted = zoom * (kind === 'zoom' ? 2 ** ((now.y - base.y) / DOUBLING_DRAG) : now.radius / base.radius);
		const bound = clamp(wanted, Math.min(zoom, limitZoom(scene, 0)), Math.max(zoom, limitZoom(scene, Infinity)));
		const given = bound * Math.exp(rubberBand(Math.log(wanted / bound), Math.LN2));
		return zoomAbout(base.viewport, given, base, kind === 'zoom' ? base : now);
	}
	const drag = (start, distance, side) => {
		const [low, high] = restingRange(scene, zoom, side);
		const bound = clamp(start + distance, Math.min(low, start), Math.max(high, start));
		const isSmaller = scene.view[side] - zoom * scene.image[side] > -0.5; // CSS px, in spite of rounding
		return isSmaller ? bound : bound + rubberBand(start + distance - bound, scene.view[side]);
	};
	return { zoom, x: drag(x, now.x - base.x, 'width'), y: drag(y, now.y - base.y, 'height') };
}

/** True while the fingers of a gesture move the picture. */
const isMoving = ({ kind }) => kind === 'pan' || kind === 'zoom' || kind === 'pinch';

/**
 * The event that a step of a gesture makes. The viewport of an event without one is what is shown.
 * @param {object} before the gesture before the step
 * @param {object} event as `reduce` takes it
 * @param {{gesture: object, viewport: object|undefined, rest: object|undefined}} step what `reduce` has returned
 * @returns {object|undefined} `{gesture, phase, viewport, focus, speed}` for the session's `send`; undefined where the step is no event
 */
export function gestureEvent(before, event, { gesture: after, viewport, rest }) {
	if (event.type === 'wheel') {
		const shown = viewport ?? rest.to;
		return { gesture: 'wheel', phase: 'changed', viewport: shown, focus: pointAt(shown, event) };
	}
	const moved = isMoving(after) ? after : before;
	// The last finger of a pinch that lifts without having moved by itself ends the pinch.
	const gesture = moved.kind === 'pan' && !moved.isLiftingPinch ? 'pan' : 'pinch';
	if (isMoving(after) && isMoving(before)) return { gesture, phase: 'changed', focus: moved.focus, speed: speedOf(moved, event.time) };
	if (isMoving(after)) return { gesture, phase: 'began', viewport: moved.start };
	if (isMoving(before)) return { gesture, phase: event.type === 'cancel' ? 'cancelled' : 'ended', ...rest };
	// Only a double tap leads to `noGesture` itself: every other last finger leaves a gesture of its own.
	const isDoubleTap = rest && after === noGesture && event.type === 'up';
	if (isDoubleTap) return { gesture: 'doubleTap', phase: 'ended', viewport: before.start, focus: pointAt(before.start, before.press) };
	return undefined;
}

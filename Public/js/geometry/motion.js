// How a picture moves by itself, in closed form: the place at any time, and the resting place before the first frame. The server computes
// the same resting places (Tests/Vectors). A motion is `{to, time, at(seconds)}`: the resting place, the duration in s, the place then.

import { clamp, limitZoom, restingRange } from './viewport.js';

const STIFFNESS = 20; // per s, of the critically damped spring
const DECAY = 1000 * Math.log(0.998); // per s, of the speed under friction
const SPRING_TIME = 0.7; // s, after which nothing of a spring's motion can be seen
const NEAR = 0.25; // CSS px: friction has ended when so much of the way is left
const SAME_ZOOM = 1e-6; // the relative change of zoom below which a motion has no fixed point

/** True when the user has asked the system for less motion: nothing springs, flies on or fades then. */
export const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * How far a picture gives way when it is pulled beyond a bound.
 * @param {number} distance of the pull beyond the bound, with its sign
 * @param {number} extent of the view along that axis, in the same unit; the result never reaches it
 */
export const rubberBand = (distance, extent) => (0.55 * distance * extent) / (0.55 * Math.abs(distance) + extent);

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

/**
 * One coordinate that was let go: friction inside a range, a spring outside.
 * @param {number} from CSS px
 * @param {number} speed CSS px per s
 * @param {[number, number]} range where it may rest
 * @returns {{to: number, time: number, at: function(number): number}} a motion
 */
export function slide(from, speed, [low, high]) {
	const inside = clamp(from, low, high);
	let motion;
	let turn; // s, when the next motion takes over
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
 * The motion of a viewport to rest.
 * @param {object} scene
 * @param {{zoom: number, x: number, y: number}} from the viewport that is shown
 * @param {object} rest either `to`, a viewport to go to; or `focus` and `speed`, when the picture was let go: the image point (image px)
 *     about which the zoom springs back to its bounds, and the speed of the picture in CSS px per s
 * @returns {{to: object, time: number, at: function(number): object}} a motion of viewports
 */
export function makeMotion(scene, from, { to, focus, speed = { x: 0, y: 0 } }) {
	const zoom = to?.zoom ?? limitZoom(scene, from.zoom);
	const change = from.zoom - zoom;
	const scale = spring(Math.log(from.zoom / zoom), 0, 0);
	const make = (axis, side) => {
		// Without a focus, the image point that `from` and `to` show in the same place.
		const fixed = focus?.[axis] ?? (Math.abs(change) > SAME_ZOOM * zoom ? (to[axis] - from[axis]) / change : 0);
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

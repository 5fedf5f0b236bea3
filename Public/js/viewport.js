// The mathematics of view and fingers. A viewport shows the image point p at (x, y) + zoom·p, in CSS px.

const STIFFNESS = 20; // per s
const DECAY = 1000 * Math.log(0.998); // per s
const SPRING_TIME = 0.7; // s, until nothing of it is seen
const NEAR = 0.25; // px
export const PAN_SLOP = 3; // CSS px
const TAP_TRAVEL = 10;
const TAP_TIME = 300; // ms; also the most between two
const DOUBLE_TAP_TRAVEL = 40;
const DRAG_OF_TWO = 150; // CSS px that double the zoom
const TRAIL_TIME = 100; // ms that make the speed

export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

export function makeScene(image, view, dpr, { min = 1, ideal = 1, max, doubleTap = 2, ...rules } = {}) {
	const fit = Math.min(view.width / image.width, view.height / image.height);
	const most = Math.max(min, max ?? Math.max(3, 2 / (fit * dpr)));
	const scales = { min, ideal: clamp(ideal, min, most), max: most, doubleTap: clamp(doubleTap, min, most) };
	return { ...rules, image, view, fit, scales };
}

/** Not normalised. */
export function place({ image, view, fit }, scale, anchor = { x: 0.5, y: 0.5 }, offset = { x: 0, y: 0 }) {
	const along = (axis, side) => (view[side] - fit * image[side]) / 2 + anchor[axis] * fit * image[side] * (1 - scale) + offset[axis];
	return { zoom: scale * fit, x: along('x', 'width'), y: along('y', 'height') };
}

/** As the server is told. */
export function describeViewport(scene, viewport, focus) {
	const { image, view: { width, height, dpr }, scales } = scene;
	const scale = viewport.zoom / scene.fit;
	const anchor = focus ? { x: focus.x / image.width, y: focus.y / image.height } : { x: 0.5, y: 0.5 };
	const { x, y } = place(scene, scale, anchor);
	return { view: { width, height, dpr }, scales, scale, anchor, offset: { x: viewport.x - x, y: viewport.y - y } };
}

/** Centred if it fits, else without a gap. */
function restingRange({ image, view }, zoom, side) {
	const slack = view[side] - zoom * image[side];
	return slack >= 0 ? [slack / 2, slack / 2] : [slack, 0];
}

export const limitZoom = ({ fit, scales }, zoom) => clamp(zoom, scales.min * fit, scales.max * fit);

export function normalise(scene, { zoom: wanted, x, y }) {
	const zoom = limitZoom(scene, wanted);
	return { zoom, x: clamp(x, ...restingRange(scene, zoom, 'width')), y: clamp(y, ...restingRange(scene, zoom, 'height')) };
}

/** What was under `from` comes to be under `to`. */
export function zoomAbout({ zoom: before, x, y }, zoom, from, to = from) {
	const ratio = zoom / before;
	return { zoom, x: to.x - (from.x - x) * ratio, y: to.y - (from.y - y) * ratio };
}

export const centred = (scene, scale = 1) => normalise(scene, place(scene, clamp(scale, scene.scales.min, scene.scales.max)));

const isSameZoom = (one, other) => Math.abs(one.zoom / other.zoom - 1) <= 1e-9;

export function frame(scene, { x, y, width, height }) {
	const { view } = scene;
	const zoom = limitZoom(scene, Math.min(view.width / width, view.height / height));
	return { zoom, x: view.width / 2 - zoom * (x + width / 2), y: view.height / 2 - zoom * (y + height / 2) };
}

export function doubleTap(scene, viewport, point) {
	const fit = centred(scene);
	if (!isSameZoom(viewport, fit)) return fit;
	return normalise(scene, zoomAbout(viewport, scene.scales.doubleTap * scene.fit, point));
}

/** Fit stays fit, else the centre stays. */
export function resize(before, after, { zoom, x, y }) {
	const fit = centred(before);
	if (Math.abs(zoom / fit.zoom - 1) + Math.abs(x - fit.x) + Math.abs(y - fit.y) < 1e-3) return centred(after);
	const [from, to] = [before.view, after.view];
	return normalise(after, { zoom, x: x + (to.width - from.width) / 2, y: y + (to.height - from.height) / 2 });
}

/** How far it gives way beyond a bound. */
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

/** Friction in the range, a spring outside. */
export function slide(from, speed, [low, high]) {
	const inside = clamp(from, low, high);
	let motion;
	let turn;
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

/** At `to`, or let go at a speed, the zoom springing about the image point `focus`. */
export function makeMotion(scene, from, { to, focus, speed = { x: 0, y: 0 } }) {
	const zoom = to?.zoom ?? limitZoom(scene, from.zoom);
	const change = from.zoom - zoom;
	const scale = spring(Math.log(from.zoom / zoom), 0, 0);
	const make = (axis, side) => {
		// Or what both show in one place.
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

/** In image px. */
export function visibleRegion({ image, view }, { zoom, x, y }, margin = 0) {
	const left = Math.max(0, (-x - margin) / zoom);
	const top = Math.max(0, (-y - margin) / zoom);
	const width = Math.min(image.width, (view.width - x + margin) / zoom) - left;
	const height = Math.min(image.height, (view.height - y + margin) / zoom) - top;
	return { x: left, y: top, width, height };
}

const stepOf = ({ levels }, level) => 2 ** (levels.length - 1 - level);

/** The coarsest that needs no enlargement. */
export function levelFor(image, zoom, dpr) {
	const level = image.levels.findIndex((_, index) => stepOf(image, index) * zoom * dpr <= 1);
	return level < 0 ? image.levels.length - 1 : level;
}

/** Nearest to the middle first, with edges in image px. */
export function tilesIn(scene, viewport, level, margin) {
	const { image, view } = scene;
	const region = visibleRegion(scene, viewport, margin);
	const step = stepOf(image, level);
	const side = image.tileSize * step;
	const { columns, rows } = image.levels[level];
	const first = (start, count) => clamp(Math.floor(start / side), 0, count - 1);
	const last = (end, count) => clamp(Math.ceil(end / side) - 1, 0, count - 1);
	// Equal in spite of rounding.
	const snap = (value) => Math.round(value * 1_048_576) / 1_048_576;
	const across = snap((view.width / 2 - viewport.x) / viewport.zoom);
	const down = snap((view.height / 2 - viewport.y) / viewport.zoom);
	const found = [];
	for (let row = first(region.y, rows); row <= last(region.y + region.height, rows); row++) {
		for (let column = first(region.x, columns); column <= last(region.x + region.width, columns); column++) {
			const left = column * side;
			const top = row * side;
			const right = Math.min(left + side, image.width);
			const bottom = Math.min(top + side, image.height);
			const distance = ((left + right) / 2 - across) ** 2 + ((top + bottom) / 2 - down) ** 2;
			found.push({ level, column, row, key: `${level}/${column}/${row}`, step, left, top, right, bottom, distance });
		}
	}
	return found.sort((a, b) => a.distance - b.distance);
}

export const noGesture = {
	kind: 'none', // or press, pan, zoom (a drag after a tap), pinch
	fingers: [], // {id, x, y}
	base: null, // since their number last changed
	trail: [], // {time, x, y}
	start: null, // the viewport before
	focus: null, // image point
	press: null, // {x, y, time} while it may become a tap
	tap: null, // the last one, while it may become double
	isScroll: false, // the page's
};

/** An event {type, id, x, y, time, factor, isTouch} gives {gesture, viewport?, rest?}: what to show, what `makeMotion` takes. */
export function reduce(gesture, event, scene, viewport, destination = viewport) {
	const isKnown = gesture.fingers.some(({ id }) => id === event.id);
	if (event.type !== 'wheel' && isKnown === (event.type === 'down')) return { gesture };
	return { down, move, up, cancel, wheel }[event.type](gesture, event, scene, viewport, destination);
}

function down(gesture, { id, x, y, time, isTouch }, scene, viewport, destination) {
	const fingers = [...gesture.fingers, { id, x, y }];
	if (fingers[1]) {
		const next = { ...gesture, kind: 'pinch', fingers, press: null, tap: null, isScroll: false };
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
	const next = { ...gesture, kind, fingers, press: travel <= TAP_TRAVEL ? gesture.press : null };
	if (kind === 'press' || (old.x === x && old.y === y)) return { gesture: next };
	const viewport = follow(next, scene);
	next.trail = [...trail.filter((one) => one.time >= time - TRAIL_TIME), { time, x: viewport.x, y: viewport.y }];
	if (kind !== 'pan') next.focus = pointAt(base.viewport, base);
	return { gesture: next, viewport };
}

function up(gesture, { id, time }, scene, viewport) {
	const { kind, base, start, press, tap, trail } = gesture;
	const fingers = gesture.fingers.filter((finger) => finger.id !== id);
	if (fingers[0]) return { gesture: hold({ ...gesture, kind: fingers[1] ? 'pinch' : 'pan', fingers }, viewport, time) };
	const isTap = press && time - press.time <= TAP_TIME;
	if (isTap && tap) return { gesture: noGesture, rest: { to: doubleTap(scene, start, press) } };
	const ended = { ...noGesture, tap: isTap ? { ...press, time } : null };
	if (scene.isTemporary && !isSameZoom(viewport, start)) return { gesture: ended, rest: { to: normalise(scene, start) } };
	const focus = gesture.focus ?? pointAt(viewport, base);
	return { gesture: ended, rest: { focus, speed: speedOf(kind === 'pan' ? trail : [], time) } };
}

function cancel({ start }, event, scene) {
	return { gesture: noGesture, rest: { to: scene.isReset ? centred(scene) : normalise(scene, start) } };
}

function wheel(gesture, event, scene, viewport) {
	const next = normalise(scene, zoomAbout(viewport, limitZoom(scene, viewport.zoom * event.factor), event));
	if (gesture.base) return { gesture: hold(gesture, next, event.time), viewport: next };
	const { zoom, x, y } = normalise(scene, viewport);
	const isOutside = Math.hypot(x - viewport.x, y - viewport.y, 100 * (zoom / viewport.zoom - 1)) > 0.5;
	return isOutside ? { gesture, rest: { to: next } } : { gesture, viewport: next };
}

/** What the server is told of a step, if anything. */
export function wordsFor(before, event, { gesture: after, viewport, rest }) {
	if (event.type === 'wheel') {
		const to = viewport ?? rest.to;
		return { gesture: 'wheel', phase: 'changed', viewport: to, focus: pointAt(to, event) };
	}
	const moves = ({ kind }) => !/none|press/.test(kind);
	const { kind, start, focus, trail } = moves(after) ? after : before;
	const gesture = kind === 'pan' ? kind : 'pinch';
	if (moves(after)) {
		const speed = speedOf(kind === 'pan' ? trail : [], event.time);
		return moves(before) ? { gesture, phase: 'changed', focus, speed } : { gesture, phase: 'began', viewport: start };
	}
	if (moves(before)) return { gesture, phase: event.type === 'cancel' ? 'cancelled' : 'ended', ...rest };
	if (rest && after === noGesture && event.type === 'up') {
		return { gesture: 'doubleTap', phase: 'ended', viewport: start, focus: pointAt(start, before.press) };
	}
}

/** So that nothing jumps. */
const hold = (gesture, viewport, time) => ({
	...gesture, base: { viewport, ...spread(gesture.fingers) }, trail: [{ time, x: viewport.x, y: viewport.y }],
});

const pointAt = ({ zoom, x, y }, point) => ({ x: (point.x - x) / zoom, y: (point.y - y) / zoom });

function spread(fingers) {
	const mean = (value) => fingers.reduce((sum, finger) => sum + value(finger), 0) / fingers.length;
	const x = mean((finger) => finger.x);
	const y = mean((finger) => finger.y);
	return { x, y, radius: Math.max(1, mean((finger) => Math.hypot(finger.x - x, finger.y - y))) };
}

function speedOf(trail, now) {
	const recent = trail.filter(({ time }) => time >= now - TRAIL_TIME);
	const [first, last] = [recent[0], recent.at(-1)];
	const time = (last?.time - first?.time) / 1000;
	return time > 0 ? { x: (last.x - first.x) / time, y: (last.y - first.y) / time } : { x: 0, y: 0 };
}

/** What is outside comes nearer with the fingers. */
function follow({ kind, fingers, base }, scene) {
	const now = spread(fingers);
	const { zoom, x, y } = base.viewport;
	if (kind !== 'pan') {
		const wanted = zoom * (kind === 'zoom' ? 2 ** ((now.y - base.y) / DRAG_OF_TWO) : now.radius / base.radius);
		const bound = clamp(wanted, Math.min(zoom, limitZoom(scene, 0)), Math.max(zoom, limitZoom(scene, Infinity)));
		const given = bound * Math.exp(rubberBand(Math.log(wanted / bound), Math.LN2));
		return zoomAbout(base.viewport, given, base, kind === 'zoom' ? base : now);
	}
	const drag = (start, distance, side) => {
		const [low, high] = restingRange(scene, zoom, side);
		const bound = clamp(start + distance, Math.min(low, start), Math.max(high, start));
		const isSmaller = scene.view[side] - zoom * scene.image[side] > -0.5; // but for rounding
		return isSmaller ? bound : bound + rubberBand(start + distance - bound, scene.view[side]);
	};
	return { zoom, x: drag(x, now.x - base.x, 'width'), y: drag(y, now.y - base.y, 'height') };
}

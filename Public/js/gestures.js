// Fingers to viewports: a pure reducer, without DOM and clock.

import { centred, clamp, doubleTap, isSameZoom, limitZoom, normalise, restingRange, rubberBand, zoomAbout } from './viewport.js';

export const PAN_SLOP = 3; // CSS px; a pan loses none of them
const TAP_TRAVEL = 10;
const TAP_TIME = 300; // ms; also the most between two
const DOUBLE_TAP_TRAVEL = 40;
const DRAG_OF_TWO = 150; // CSS px that double the zoom, after a tap
const TRAIL_TIME = 100; // ms that make the speed

export const noGesture = {
  kind: 'none', // or press, pan, zoom (a drag after a tap), pinch
  fingers: [], // {id, x, y}
  base: null, // what they took hold of when their number last changed
  trail: [], // {time, x, y} of the viewport since
  start: null, // the viewport before
  focus: null, // the image point last zoomed about
  press: null, // {x, y, time} while it may become a tap
  tap: null, // the last one, while it may become double
  isScroll: false, // the page's
};

/** An event {type, id, x, y, time, factor, isTouch} gives {gesture, viewport?, rest?}: what to show now, and what `makeMotion` takes. */
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
  return { gesture: gesture.base ? hold(gesture, next, event.time) : gesture, viewport: next };
}

/** The fingers take hold of what is shown, so that nothing jumps. */
const hold = (gesture, viewport, time) => ({
  ...gesture, base: { viewport, ...spread(gesture.fingers) }, trail: [{ time, x: viewport.x, y: viewport.y }],
});

const pointAt = ({ zoom, x, y }, point) => ({ x: (point.x - x) / zoom, y: (point.y - y) / zoom });

/** Centroid and mean radius; fingers may be in one place. */
function spread(fingers) {
  const mean = (value) => fingers.reduce((sum, finger) => sum + value(finger), 0) / fingers.length;
  const x = mean((finger) => finger.x);
  const y = mean((finger) => finger.y);
  return { x, y, radius: Math.max(1, mean((finger) => Math.hypot(finger.x - x, finger.y - y))) };
}

/** In CSS px a second. */
function speedOf(trail, now) {
  const recent = trail.filter(({ time }) => time >= now - TRAIL_TIME);
  const [first, last] = [recent[0], recent.at(-1)];
  const time = (last?.time - first?.time) / 1000;
  return time > 0 ? { x: (last.x - first.x) / time, y: (last.y - first.y) / time } : { x: 0, y: 0 };
}

/** Absolute, so that lost events cost nothing. What is outside comes nearer with the fingers. */
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

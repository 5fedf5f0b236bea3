// The mathematics of the view, the same as the server's.
// A viewport {zoom, x, y} shows the image point p at (x, y) + zoom·p, in CSS px; `fit` is the zoom at scale 1.

const STIFFNESS = 20; // per s, of a critically damped spring
const DECAY = 1000 * Math.log(0.998); // per s
const SPRING_TIME = 0.7; // s, until nothing of it is seen
const NEAR = 0.25; // px from the rest

export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

export function makeScene(image, view, dpr, { min = 1, ideal = 1, max, doubleTap = 2, ...rules } = {}) {
  const fit = Math.min(view.width / image.width, view.height / image.height);
  const most = Math.max(min, max ?? Math.max(3, 2 / (fit * dpr)));
  const scales = { min, ideal: clamp(ideal, min, most), max: most, doubleTap: clamp(doubleTap, min, most) };
  return { ...rules, image, view, fit, scales };
}

/** t = o + a∘F·(1 - s) + δ, not normalised. */
export function place({ image, view, fit }, scale, anchor = { x: 0.5, y: 0.5 }, offset = { x: 0, y: 0 }) {
  const along = (axis, side) => (view[side] - fit * image[side]) / 2 + anchor[axis] * fit * image[side] * (1 - scale) + offset[axis];
  return { zoom: scale * fit, x: along('x', 'width'), y: along('y', 'height') };
}

/** Where a side of the image may begin: centred if it fits, else without a gap. */
export function restingRange({ image, view }, zoom, side) {
  const slack = view[side] - zoom * image[side];
  return slack >= 0 ? [slack / 2, slack / 2] : [slack, 0];
}

export const limitZoom = ({ fit, scales }, zoom) => clamp(zoom, scales.min * fit, scales.max * fit);

/** The nearest viewport that may be at rest. */
export function normalise(scene, { zoom: wanted, x, y }) {
  const zoom = limitZoom(scene, wanted);
  return { zoom, x: clamp(x, ...restingRange(scene, zoom, 'width')), y: clamp(y, ...restingRange(scene, zoom, 'height')) };
}

/** The image point that was under `from` comes to be under `to`. */
export function zoomAbout({ zoom: before, x, y }, zoom, from, to = from) {
  const ratio = zoom / before;
  return { zoom, x: to.x - (from.x - x) * ratio, y: to.y - (from.y - y) * ratio };
}

export const centred = (scene, scale = 1) => normalise(scene, place(scene, clamp(scale, scene.scales.min, scene.scales.max)));

/** In spite of rounding. */
export const isSameZoom = (one, other) => Math.abs(one.zoom / other.zoom - 1) <= 1e-9;

/** A region of the image, whole and centred; not normalised. */
export function frame({ view }, { x, y, width, height }) {
  const zoom = Math.min(view.width / width, view.height / height);
  return { zoom, x: view.width / 2 - zoom * (x + width / 2), y: view.height / 2 - zoom * (y + height / 2) };
}

export function doubleTap(scene, viewport, point) {
  const fit = centred(scene);
  if (!isSameZoom(viewport, fit)) return fit;
  return normalise(scene, zoomAbout(viewport, scene.scales.doubleTap * scene.fit, point));
}

/** Fit stays fit, else the image point at the view's centre stays there. */
export function resize(before, after, { zoom, x, y }) {
  const fit = centred(before);
  if (Math.abs(zoom / fit.zoom - 1) + Math.abs(x - fit.x) + Math.abs(y - fit.y) < 1e-3) return centred(after);
  const [from, to] = [before.view, after.view];
  return normalise(after, { zoom, x: x + (to.width - from.width) / 2, y: y + (to.height - from.height) / 2 });
}

/** How far the picture gives way where it is pulled beyond a bound. */
export const rubberBand = (distance, extent) => (0.55 * distance * extent) / (0.55 * Math.abs(distance) + extent);

/** One number in motion, in closed form. */
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

/** By friction in the range, by a spring outside. */
export function slide(from, speed, [low, high]) {
  const inside = clamp(from, low, high);
  let motion;
  let turn; // the time of the next one
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

/** From a viewport to rest: at `to`, or where a picture rests that was let go, its zoom springing about the image point `focus`. */
export function makeMotion(scene, from, { to, focus, speed = { x: 0, y: 0 } }) {
  const zoom = to?.zoom ?? limitZoom(scene, from.zoom);
  const change = from.zoom - zoom;
  const scale = spring(Math.log(from.zoom / zoom), 0, 0);
  const make = (axis, side) => {
    // Or the point that both show in the same place.
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

/** In image px, the margin in CSS px. */
export function visibleRegion({ image, view }, { zoom, x, y }, margin = 0) {
  const left = Math.max(0, (-x - margin) / zoom);
  const top = Math.max(0, (-y - margin) / zoom);
  const width = Math.min(image.width, (view.width - x + margin) / zoom) - left;
  const height = Math.min(image.height, (view.height - y + margin) / zoom) - top;
  return { x: left, y: top, width, height };
}

/** Image px a px of the level. */
const stepOf = ({ levels }, level) => 2 ** (levels.length - 1 - level);

/** The coarsest level that needs no enlargement, else the finest. */
export function levelFor(image, zoom, dpr) {
  const level = image.levels.findIndex((_, index) => stepOf(image, index) * zoom * dpr <= 1);
  return level < 0 ? image.levels.length - 1 : level;
}

/** The tiles in view, nearest to its middle first, with their edges in image px. */
export function tilesIn(scene, viewport, level, margin) {
  const { image, view } = scene;
  const region = visibleRegion(scene, viewport, margin);
  const step = stepOf(image, level);
  const side = image.tileSize * step;
  const { columns, rows } = image.levels[level];
  const first = (start, count) => clamp(Math.floor(start / side), 0, count - 1);
  const last = (end, count) => clamp(Math.ceil(end / side) - 1, 0, count - 1);
  // Tiles equally far from the middle stay so in spite of rounding.
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

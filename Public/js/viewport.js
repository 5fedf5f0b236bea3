// The mathematics of the view, the same as the server's.
// A viewport {zoom, x, y} shows the image point p at (x, y) + zoom·p, in CSS px; `fit` is the zoom at scale 1.

export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/** `rules`: scales, {isTemporary, isReset, isCooperative} */
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

/** In image px, the margin in CSS px. */
export function visibleRegion({ image, view }, { zoom, x, y }, margin = 0) {
    return {
        left: Math.max(0, (-x - margin) / zoom),
        top: Math.max(0, (-y - margin) / zoom),
        right: Math.min(image.width, (view.width - x + margin) / zoom),
        bottom: Math.min(image.height, (view.height - y + margin) / zoom),
    };
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
    for (let row = first(region.top, rows); row <= last(region.bottom, rows); row++) {
        for (let column = first(region.left, columns); column <= last(region.right, columns); column++) {
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

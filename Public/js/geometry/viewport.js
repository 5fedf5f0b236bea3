// The mathematics of a viewport, as pure functions: the server computes the same (Tests/Vectors).
//
// A viewport is `{zoom, x, y}`: it shows the image point p at (x, y) + zoom·p. Points of the view are in CSS px from its top left corner,
// points of the image in image px. `zoom` is CSS px per image px; a scale is a zoom relative to the zoom at which the whole image fits.
//
// A scene is an image in a view: `{image, view: {width, height, dpr}, fit, scales: {min, ideal, max, doubleTap}, …rules}`, where `fit` is
// the zoom at which the image fits and the rules are flags for gestures (see gestures.js).

const SAME_ZOOM = 1e-9; // the relative difference up to which two zooms count as equal
const SAME_PLACE = 1e-3; // CSS px (and relative zoom) up to which a viewport counts as fitted

/** Limits a value to a range. `low` counts where the range is empty. */
export const clamp = (value, low, high) => Math.min(high, Math.max(low, value));

/**
 * Puts an image into a view.
 * @param {{width: number, height: number}} image in image px
 * @param {{width: number, height: number}} view in CSS px, larger than 0
 * @param {number} dpr device px per CSS px
 * @param {object} [options] the scales `min`, `ideal`, `max` and `doubleTap`, where they differ from the defaults; everything else goes
 *     into the scene as it is
 * @returns {object} a scene
 */
export function makeScene(image, view, dpr, { min = 1, ideal = 1, max, doubleTap: tapScale = 2, ...rules } = {}) {
	const fit = Math.min(view.width / image.width, view.height / image.height);
	const most = Math.max(min, max ?? Math.max(3, 2 / (fit * dpr)));
	const scales = { min, ideal: clamp(ideal, min, most), max: most, doubleTap: clamp(tapScale, min, most) };
	return { ...rules, image, view, fit, scales };
}

/**
 * The viewport of a scale about an anchor.
 * @param {object} scene
 * @param {number} scale 1 is the fitted image
 * @param {{x: number, y: number}} [anchor] the point of the image that stays where it is at scale 1; 0 to 1 along each side
 * @param {{x: number, y: number}} [offset] CSS px by which the picture is moved then
 * @returns {{zoom: number, x: number, y: number}} not normalised
 */
export function place({ image, view, fit }, scale, anchor = { x: 0.5, y: 0.5 }, offset = { x: 0, y: 0 }) {
	const along = (axis, side) => (view[side] - fit * image[side]) / 2 + anchor[axis] * fit * image[side] * (1 - scale) + offset[axis];
	return { zoom: scale * fit, x: along('x', 'width'), y: along('y', 'height') };
}

/**
 * Describes a viewport in the server's terms; the inverse of `place`.
 * @param {object} scene
 * @param {{zoom: number, x: number, y: number}} viewport
 * @param {{x: number, y: number}} [focus] an image point for the anchor; by default the middle of the image
 * @returns {object} `{view, scales, scale, anchor, offset}`
 */
export function describeViewport(scene, viewport, focus) {
	const { image, view: { width, height, dpr }, scales } = scene;
	const scale = viewport.zoom / scene.fit;
	const anchor = focus ? { x: focus.x / image.width, y: focus.y / image.height } : { x: 0.5, y: 0.5 };
	const { x, y } = place(scene, scale, anchor);
	return { view: { width, height, dpr }, scales, scale, anchor, offset: { x: viewport.x - x, y: viewport.y - y } };
}

/**
 * Where the image may begin along one axis when it rests: at one place when it is smaller than the view, which is centred; else anywhere
 * that leaves no gap.
 * @param {object} scene
 * @param {number} zoom
 * @param {'width'|'height'} side
 * @returns {[number, number]} the least and the greatest x or y of a viewport, in CSS px
 */
export function restingRange({ image, view }, zoom, side) {
	const slack = view[side] - zoom * image[side];
	return slack >= 0 ? [slack / 2, slack / 2] : [slack, 0];
}

/** The nearest zoom within the scene's bounds. 0 gives the least one, Infinity the greatest. */
export const limitZoom = ({ fit, scales }, zoom) => clamp(zoom, scales.min * fit, scales.max * fit);

/** The nearest viewport that may be at rest: its zoom within the bounds, the image centred or without a gap. */
export function normalise(scene, { zoom: wanted, x, y }) {
	const zoom = limitZoom(scene, wanted);
	return { zoom, x: clamp(x, ...restingRange(scene, zoom, 'width')), y: clamp(y, ...restingRange(scene, zoom, 'height')) };
}

/**
 * Zooms about a point: the image point under `from` comes to lie under `to`.
 * @param {{zoom: number, x: number, y: number}} viewport
 * @param {number} zoom the new one
 * @param {{x: number, y: number}} from a point of the view
 * @param {{x: number, y: number}} [to] another point of the view; by default the same
 * @returns {{zoom: number, x: number, y: number}} not normalised
 */
export function zoomAbout({ zoom: before, x, y }, zoom, from, to = from) {
	const ratio = zoom / before;
	return { zoom, x: to.x - (from.x - x) * ratio, y: to.y - (from.y - y) * ratio };
}

/** The viewport of a scale, within the bounds, with the image in the middle. Scale 1 is fit. */
export const centred = (scene, scale = 1) => normalise(scene, place(scene, clamp(scale, scene.scales.min, scene.scales.max)));

/** True when two viewports have the same zoom, but for rounding. */
export const isSameZoom = (one, other) => Math.abs(one.zoom / other.zoom - 1) <= SAME_ZOOM;

/** The viewport that shows a region of the image (image px) whole and in the middle, as large as the bounds allow; not normalised. */
export function frame(scene, { x, y, width, height }) {
	const { view } = scene;
	const zoom = limitZoom(scene, Math.min(view.width / width, view.height / height));
	return { zoom, x: view.width / 2 - zoom * (x + width / 2), y: view.height / 2 - zoom * (y + height / 2) };
}

/** Where a double tap at a point of the view leads: from fit to the double-tap scale about that point, from anywhere else to fit. */
export function doubleTap(scene, viewport, point) {
	const fit = centred(scene);
	if (!isSameZoom(viewport, fit)) return fit;
	return normalise(scene, zoomAbout(viewport, scene.scales.doubleTap * scene.fit, point));
}

/**
 * The viewport after the view has got another size: fit stays fit; else the image point in the middle of the view stays there.
 * @param {object} before the scene in the old view
 * @param {object} after the scene in the new view
 * @param {{zoom: number, x: number, y: number}} viewport in the old view
 */
export function resize(before, after, { zoom, x, y }) {
	const fit = centred(before);
	if (Math.abs(zoom / fit.zoom - 1) + Math.abs(x - fit.x) + Math.abs(y - fit.y) < SAME_PLACE) return centred(after);
	const [from, to] = [before.view, after.view];
	return normalise(after, { zoom, x: x + (to.width - from.width) / 2, y: y + (to.height - from.height) / 2 });
}

/**
 * The part of the image that a viewport shows.
 * @param {object} scene
 * @param {{zoom: number, x: number, y: number}} viewport
 * @param {number} [margin] CSS px added on each side of the view
 * @returns {{x: number, y: number, width: number, height: number}} in image px, cut off at the image's edges
 */
export function visibleRegion({ image, view }, { zoom, x, y }, margin = 0) {
	const left = Math.max(0, (-x - margin) / zoom);
	const top = Math.max(0, (-y - margin) / zoom);
	const width = Math.min(image.width, (view.width - x + margin) / zoom) - left;
	const height = Math.min(image.height, (view.height - y + margin) / zoom) - top;
	return { x: left, y: top, width, height };
}

/** The image point (image px) at a point of the view (CSS px). */
export const pointAt = ({ zoom, x, y }, point) => ({ x: (point.x - x) / zoom, y: (point.y - y) / zoom });

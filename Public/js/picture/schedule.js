// Which tiles a viewport needs, and in which order they are loaded.

import { clamp, visibleRegion } from '../geometry/viewport.js';

const COARSER_LEVELS = 2; // levels below the sharp one of which tiles are kept around the view, so that a pan shows no gap
const MARGIN = 400; // CSS px around the view for these
/** Levels above the sharp one that are loaded during a build, and drawn in place of missing tiles. Still finer ones would flicker. */
export const FINER_LEVELS = 2;

/** Image px per px of a level. */
const stepOf = ({ levels }, level) => 2 ** (levels.length - 1 - level);

/**
 * The coarsest level that needs no enlargement; the finest one where each needs it.
 * @param {object} image its `levels`, the coarsest first
 * @param {number} zoom CSS px per image px
 * @param {number} ratio px of the canvas per CSS px
 * @returns {number} the level's index
 */
export function levelFor(image, zoom, ratio) {
	const level = image.levels.findIndex((_, index) => stepOf(image, index) * zoom * ratio <= 1);
	return level < 0 ? image.levels.length - 1 : level;
}

/**
 * The tiles of one level that a viewport shows, those nearest to the middle of the view first, then by row and column.
 * @param {object} scene
 * @param {{zoom: number, x: number, y: number}} viewport
 * @param {number} level
 * @param {number} [margin] CSS px around the view
 * @returns {object[]} tiles: `{level, column, row, key}`, their edges `left, top, right, bottom` in image px, and `step`: image px per px
 */
export function tilesIn(scene, viewport, level, margin) {
	const { image, view } = scene;
	const region = visibleRegion(scene, viewport, margin);
	const step = stepOf(image, level);
	const side = image.tileSize * step;
	const { columns, rows } = image.levels[level];
	const first = (start, count) => clamp(Math.floor(start / side), 0, count - 1);
	const last = (end, count) => clamp(Math.ceil(end / side) - 1, 0, count - 1);
	// Rounded to a millionth of a px, so that distances which are equal stay equal.
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

/**
 * The tiles to load for a viewport, the most urgent first: the overview, the sharp tiles in view, coarser ones in and around the view.
 * While the pyramid is built, from the top of the image to its bottom, the tiles whose rows are built first come first.
 * @param {object} scene its `image` says how far the pyramid is
 * @param {{zoom: number, x: number, y: number}} viewport
 * @param {number} level the sharp one
 * @returns {object[]} tiles as `tilesIn` makes them; one may be there twice
 */
export function tilesToLoad(scene, viewport, level) {
	const { pyramid: { state, progress }, levels, height } = scene.image;
	const tiles = [
		...tilesIn(scene, viewport, 0),
		...tilesIn(scene, viewport, level),
		...tilesIn(scene, viewport, Math.max(0, level - COARSER_LEVELS), MARGIN),
	];
	if (state !== 'building') return tiles;
	const built = progress * height;
	// A tile whose rows are not complete: the finer tiles of its upper half come earlier.
	const isEarlier = ({ row, top, bottom }) => row % 2 === 0 && Math.min(height, 2 * bottom - top) > Math.max(bottom, built);
	const finer = levels.slice(level + 1, level + 1 + FINER_LEVELS).flatMap((one) => tilesIn(scene, viewport, one.level));
	const wait = ({ bottom }) => Math.max(0, bottom - built);
	return [...tiles, ...finer.filter(isEarlier)].sort((a, b) => wait(a) - wait(b));
}

// Draws tiles on a canvas, without seams, the coarser ones under those that are sharp.

import { FINER_LEVELS } from './schedule.js';

const FADE_TIME = 150; // ms in which a tile that has come replaces what was there
const MISSING_COLOUR = '#8883'; // where nothing of the image has come yet
const SHARP = 1.05; // px of the canvas per px of a placeholder, up to which the placeholder is as good as tiles

/**
 * Draws a viewport.
 * @param {CanvasRenderingContext2D} context
 * @param {object} options
 * @param {object} options.image as `describeImage` returns it
 * @param {{zoom: number, x: number, y: number}} options.viewport
 * @param {number} options.ratio px of the canvas per CSS px
 * @param {object[]} options.visible the tiles in view, of the sharp level
 * @param {number} options.level the sharp level
 * @param {TileCache} options.cache the tiles that have come
 * @param {object} options.placeholder the whole image as one tile; its `bitmap` is missing at first
 * @returns {{isSharp: boolean, isFading: boolean}} whether the whole view is as sharp as it can be; whether another frame is needed
 */
export function drawTiles(context, { image, viewport, ratio, visible, level, cache, placeholder }) {
	const now = performance.now();
	// A translucent tile would be seen twice while it fades in over what it replaces.
	const fadeTime = image.alpha ? 0 : FADE_TIME;
	const isFading = ({ born }) => now < born + fadeTime;
	const draw = (tile) => {
		const opacity = isFading(tile) ? (now - tile.born) / fadeTime : 1;
		if (drawTile(context, tile, image, viewport, ratio, opacity)) tile.frame = cache.frame;
	};

	context.clearRect(0, 0, context.canvas.width, context.canvas.height);
	context.imageSmoothingQuality = 'medium';
	context.fillStyle = MISSING_COLOUR;
	const sharp = visible.map(({ key }) => cache.get(key)).filter(Boolean);
	const isComplete = sharp.length === visible.length;
	if (!isComplete || sharp.some(isFading)) {
		const others = [...cache.values()].filter((tile) => tile.level !== level && tile.level <= level + FINER_LEVELS);
		[placeholder, ...others].sort((a, b) => b.step - a.step).forEach(draw);
	}
	sharp.forEach(draw);
	return {
		isSharp: isComplete || placeholder.step * viewport.zoom * ratio < SHARP,
		isFading: [...cache.values()].some(isFading),
	};
}

/** Draws one tile, or a grey area where it has no bitmap. Returns whether anything of it is on the canvas. */
function drawTile(context, { bitmap, left, top, right, bottom, step }, image, viewport, ratio, opacity) {
	const { canvas } = context;
	// Neighbours compute their common edge from the same numbers. The small summand keeps the last bit from rounding it two ways.
	const edge = (start, along) => Math.round((start + viewport.zoom * along) * ratio + 1e-6);
	const [x, y] = [edge(viewport.x, left), edge(viewport.y, top)];
	// An image that is thinner than a px is drawn as one px.
	const width = edge(viewport.x, right) - x || Number(right - left === image.width);
	const height = edge(viewport.y, bottom) - y || Number(bottom - top === image.height);
	const isOutside = x >= canvas.width || y >= canvas.height || x + width <= 0 || y + height <= 0;
	if (isOutside || !width || !height) return false;
	const source = (length, most) => Math.min(most, length / step);
	context.globalAlpha = opacity;
	if (opacity === 1) context.clearRect(x, y, width, height);
	if (bitmap) {
		context.drawImage(bitmap, 0, 0, source(right - left, bitmap.width), source(bottom - top, bitmap.height), x, y, width, height);
	} else context.fillRect(x, y, width, height);
	return true;
}

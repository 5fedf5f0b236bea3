// The picture of one image on one canvas: what it needs is loaded, what has come is kept and drawn.

import { isUnbuilt } from '../server/api.js';
import { prefersReducedMotion } from '../geometry/motion.js';
import { TileCache } from './cache.js';
import { drawTiles } from './drawing.js';
import { loadTiles } from './loader.js';
import { levelFor, tilesIn, tilesToLoad } from './schedule.js';

/** An image on a canvas. */
export class Picture {
	#cache = new TileCache();
	#placeholder; // the whole image as one tile: a picture that the page carries, or the thumbnail
	#context;
	#onChange;

	/**
	 * Begins to load.
	 * @param {HTMLCanvasElement} canvas
	 * @param {object} image as `describeImage` returns it
	 * @param {AbortSignal} signal ends all requests and frees all bitmaps
	 * @param {function()} onChange called when there is something new to draw
	 * @param {function(number, string|undefined)} onFailure as `loadTiles` takes it
	 */
	constructor(canvas, image, signal, onChange, onFailure) {
		this.image = image;
		this.#onChange = onChange;
		this.#placeholder = { left: 0, top: 0, right: image.width, bottom: image.height, step: Infinity };
		this.#context = canvas.getContext('2d');
		const onTile = (tile, bitmap) => {
			this.#cache.add(tile, bitmap, prefersReducedMotion() ? 0 : performance.now());
			onChange();
		};
		this.loader = loadTiles(image, signal, onTile, onFailure);
		signal.addEventListener('abort', () => {
			this.#cache.clear();
			this.#placeholder.bitmap?.close();
		});
		if (image.first || isUnbuilt(image)) this.#loadPlaceholder(signal).then(onChange, () => {}); // tiles come in any case
	}

	/** True while nothing of the image has come. */
	get isBlank() {
		return !this.#placeholder.bitmap && this.#cache.size === 0;
	}

	/**
	 * Draws a viewport, and loads what the viewport needs where a motion will end.
	 * @param {object} scene
	 * @param {{zoom: number, x: number, y: number}} viewport
	 * @param {{zoom: number, x: number, y: number}} destination the same where there is no motion
	 * @param {number} ratio px of the canvas per CSS px
	 * @returns {boolean} true when the whole view is as sharp as it can be
	 */
	draw(scene, viewport, destination, ratio) {
		const { image } = this;
		const level = levelFor(image, viewport.zoom, ratio);
		const visible = tilesIn(scene, viewport, level);
		const { isSharp, isFading } = drawTiles(this.#context, {
			image, viewport, ratio, visible, level, cache: this.#cache, placeholder: this.#placeholder,
		});
		this.#cache.endFrame();
		if (isFading) this.#onChange();
		const needed = tilesToLoad(scene, destination, levelFor(image, destination.zoom, ratio));
		const missing = new Map(needed.map((tile) => [tile.key, tile]).filter(([key]) => !this.#cache.has(key)));
		this.loader.want([...missing.values()]);
		return isSharp;
	}

	async #loadPlaceholder(signal) {
		const { first, thumbnail, width } = this.image;
		await first?.decode();
		const bitmap = await createImageBitmap(first ?? await (await fetch(thumbnail, { signal })).blob());
		Object.assign(this.#placeholder, { bitmap, step: width / bitmap.width });
	}
}

// One image on one canvas: which tiles a viewport needs, loading those that are missing, drawing those that are there.

import { isUnbuilt } from './server.js';
import { TileLoader } from './tile-loader.js';
import { TileMemory } from './tile-memory.js';
import { paint } from './tile-painter.js';
import { levelFor, tilesIn, visibleRegion } from './viewport.js';

/** Tiles this many levels coarser are kept around the view, so that a pan meets no void. */
const COARSER_LEVELS = 2;
const MARGIN = 400; // CSS px

export class Picture {
    #memory = new TileMemory();
    #placeholder = null;
    #context;
    #loader;

    /** `onChange()` when there is something new to draw, `onFailure(tile, status, detail)` when a tile is given up. */
    constructor(canvas, image, signal, onChange, onFailure) {
        this.image = image;
        this.#context = canvas.getContext('2d');
        this.#loader = new TileLoader({
            signal, onFailure,
            url: image.tileURL,
            isUnbuilt: () => isUnbuilt(this.image),
            onTile: (tile, bitmap) => {
                this.#memory.add(tile, bitmap);
                onChange();
            },
        });
        signal.addEventListener('abort', () => this.#memory.clear());
        if (isUnbuilt(image)) this.#loadPlaceholder(signal).then(onChange, () => {});
    }

    get isWaiting() {
        return this.#loader.isWaiting;
    }

    retry() {
        this.#loader.retry();
    }

    /** Draws a viewport, and loads for the one where a motion will end. Says whether the whole view is sharp. */
    draw(scene, viewport, destination, ratio) {
        const level = levelFor(this.image, viewport.zoom, ratio);
        const visible = this.#tiles(level, scene, viewport);
        const isSharp = paint(this.#context, this.image, this.#memory, this.#placeholder, { viewport, ratio, level, visible });
        const next = levelFor(this.image, destination.zoom, ratio);
        const needed = [
            ...this.#tiles(0, scene, destination),
            ...this.#tiles(next, scene, destination),
            ...this.#tiles(Math.max(0, next - COARSER_LEVELS), scene, destination, MARGIN),
        ];
        const missing = new Map(needed.filter((tile) => !this.#memory.has(tile)).map((tile) => [tile.key, tile]));
        this.#loader.want([...missing.values()]);
        return isSharp;
    }

    #tiles(level, scene, viewport, margin) {
        return tilesIn(this.image, level, visibleRegion(scene, viewport, margin), scene, viewport);
    }

    async #loadPlaceholder(signal) {
        const response = await fetch(this.image.thumbnail, { signal });
        if (response.ok) this.#placeholder = await createImageBitmap(await response.blob());
    }
}

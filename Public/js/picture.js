// One image on one canvas: loads, keeps and draws the tiles of a viewport.

import { isUnbuilt } from './server.js';
import { TileLoader } from './tile-loader.js';
import { levelFor, tilesIn } from './viewport.js';

const COARSER_LEVELS = 2; // tiles so much coarser are kept around the view, so that a pan meets no void
const FINER_LEVELS = 2; // still finer tiles would flicker, drawn so small
const MARGIN = 400; // CSS px
const MOST_BYTES = 128 * 1024 * 1024;

export class Picture {
    #memory = new TileMemory();
    #placeholder = null;
    #context;
    #loader;

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
        const isSharp = this.#paint(tilesIn(scene, viewport, level), viewport, level, ratio);
        const next = levelFor(this.image, destination.zoom, ratio);
        const needed = [
            ...tilesIn(scene, destination, 0),
            ...tilesIn(scene, destination, next),
            ...tilesIn(scene, destination, Math.max(0, next - COARSER_LEVELS), MARGIN),
        ];
        const missing = new Map(needed.filter((tile) => !this.#memory.has(tile)).map((tile) => [tile.key, tile]));
        this.#loader.want([...missing.values()]);
        return isSharp;
    }

    #paint(visible, viewport, level, ratio) {
        const context = this.#context;
        const { canvas } = context;
        // Every edge is rounded by itself, so that neighbours share it; the tiny step keeps a last bit from rounding half px apart.
        const edge = (start, along) => Math.round((start + viewport.zoom * along) * ratio + 1e-6);
        const draw = (getBitmap, { left, top, right, bottom, step }) => {
            const [x, y] = [edge(viewport.x, left), edge(viewport.y, top)];
            const [width, height] = [edge(viewport.x, right) - x, edge(viewport.y, bottom) - y];
            if (x >= canvas.width || y >= canvas.height || x + width <= 0 || y + height <= 0 || !width || !height) return;
            const bitmap = getBitmap();
            const source = (length, most) => Math.min(most, length / step);
            context.clearRect(x, y, width, height);
            context.drawImage(bitmap, 0, 0, source(right - left, bitmap.width), source(bottom - top, bitmap.height), x, y, width, height);
        };
        const drawTile = (tile) => draw(() => this.#memory.use(tile), tile);

        context.clearRect(0, 0, canvas.width, canvas.height);
        context.imageSmoothingQuality = 'medium';
        const sharp = visible.filter((tile) => this.#memory.has(tile));
        const isSharp = sharp.length === visible.length;
        if (!isSharp) {
            const { width, height } = this.image;
            if (this.#placeholder) draw(() => this.#placeholder, { left: 0, top: 0, right: width, bottom: height, step: 1 });
            const others = this.#memory.tiles.filter((tile) => tile.level !== level && tile.level <= level + FINER_LEVELS);
            others.sort((a, b) => a.level - b.level).forEach(drawTile);
        }
        sharp.forEach(drawTile);
        this.#memory.endFrame();
        return isSharp;
    }

    async #loadPlaceholder(signal) {
        const response = await fetch(this.image.thumbnail, { signal });
        if (response.ok) this.#placeholder = await createImageBitmap(await response.blob());
    }
}

/** Decoded tiles within bounds: those of the current frame stay, of the others the least recently used go first. */
export class TileMemory {
    #entries = new Map(); // key -> {tile, bitmap, bytes, frame}, the least recently used first
    #bytes = 0;
    #frame = 0;

    get tiles() {
        return [...this.#entries.values()].map(({ tile }) => tile);
    }

    has({ key }) {
        return this.#entries.has(key);
    }

    add(tile, bitmap) {
        const bytes = 4 * bitmap.width * bitmap.height;
        this.#entries.set(tile.key, { tile, bitmap, bytes, frame: this.#frame });
        this.#bytes += bytes;
    }

    use({ key }) {
        const entry = this.#entries.get(key);
        entry.frame = this.#frame;
        this.#entries.delete(key);
        this.#entries.set(key, entry);
        return entry.bitmap;
    }

    endFrame() {
        for (const [key, { frame, bytes, bitmap }] of this.#entries) {
            if (this.#bytes <= MOST_BYTES) break;
            if (frame === this.#frame) continue;
            this.#entries.delete(key);
            this.#bytes -= bytes;
            bitmap.close();
        }
        this.#frame += 1;
    }

    clear() {
        for (const { bitmap } of this.#entries.values()) bitmap.close();
        this.#entries.clear();
        this.#bytes = 0;
    }
}

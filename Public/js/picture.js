// One image on one canvas: loads, keeps and draws the tiles of a viewport.

import { isUnbuilt } from './server.js';
import { TileLoader } from './tile-loader.js';
import { levelFor, tilesIn } from './viewport.js';

const COARSER_LEVELS = 2; // so much coarser tiles are kept around the view
const FINER_LEVELS = 2; // still finer tiles would flicker, drawn so small
const MARGIN = 400; // CSS px
const MOST_BYTES = 128 * 1024 * 1024;

export class Picture {
  #memory = new TileMemory();
  #placeholder; // the whole image as one tile
  #context;

  constructor(canvas, image, signal, onChange, onFailure) {
    this.image = image;
    this.#placeholder = { left: 0, top: 0, right: image.width, bottom: image.height, step: 1 };
    this.#context = canvas.getContext('2d');
    const onTile = (tile, bitmap) => {
      this.#memory.add(tile, bitmap);
      onChange();
    };
    this.loader = new TileLoader({ image, signal, onTile, onFailure });
    signal.addEventListener('abort', () => {
      this.#memory.clear();
      this.#placeholder.bitmap?.close();
    });
    if (isUnbuilt(image)) this.#loadPlaceholder(signal).then(onChange, () => {});
  }

  /** Whether there is nothing to paint yet. */
  get isBlank() {
    return !this.#placeholder.bitmap && this.#memory.size === 0;
  }

  /** Draws a viewport, loads for the one where a motion will end, and says whether the whole view is sharp. */
  draw(scene, viewport, destination, ratio) {
    const level = levelFor(this.image, viewport.zoom, ratio);
    const isSharp = this.#paint(tilesIn(scene, viewport, level), viewport, level, ratio);
    const needed = this.#tilesFor(scene, destination, levelFor(this.image, destination.zoom, ratio));
    const missing = new Map(needed.map((tile) => [tile.key, tile]).filter(([key]) => !this.#memory.has(key)));
    this.loader.want([...missing.values()]);
    return isSharp;
  }

  /** The overview first, then from the middle outwards; while rows are being built, what comes first. */
  #tilesFor(scene, viewport, level) {
    const { pyramid: { state, progress }, levels, height } = this.image;
    const tiles = [
      ...tilesIn(scene, viewport, 0),
      ...tilesIn(scene, viewport, level),
      ...tilesIn(scene, viewport, Math.max(0, level - COARSER_LEVELS), MARGIN),
    ];
    if (state !== 'building') return tiles;
    const built = progress * height;
    // Of a tile that is not built yet, the upper half comes earlier in finer ones.
    const isEarlier = ({ row, top, bottom }) => row % 2 === 0 && Math.min(height, 2 * bottom - top) > Math.max(bottom, built);
    const finer = levels.slice(level + 1, level + 1 + FINER_LEVELS).flatMap((one) => tilesIn(scene, viewport, one.level));
    const wait = ({ bottom }) => Math.max(0, bottom - built);
    return [...tiles, ...finer.filter(isEarlier)].sort((a, b) => wait(a) - wait(b));
  }

  #paint(visible, viewport, level, ratio) {
    const context = this.#context;
    const { canvas } = context;
    // Neighbours share an edge, rounded by itself; the tiny step keeps a last bit from rounding half px apart.
    const edge = (start, along) => Math.round((start + viewport.zoom * along) * ratio + 1e-6);
    const draw = (tile) => {
      const { bitmap, left, top, right, bottom, step } = tile;
      const [x, y] = [edge(viewport.x, left), edge(viewport.y, top)];
      const [width, height] = [edge(viewport.x, right) - x, edge(viewport.y, bottom) - y];
      if (x >= canvas.width || y >= canvas.height || x + width <= 0 || y + height <= 0 || !width || !height) return;
      const source = (length, most) => Math.min(most, length / step);
      const place = [x, y, width, height];
      context.clearRect(...place);
      if (bitmap) context.drawImage(bitmap, 0, 0, source(right - left, bitmap.width), source(bottom - top, bitmap.height), ...place);
      else context.fillRect(...place);
      tile.frame = this.#memory.frame;
    };

    context.clearRect(0, 0, canvas.width, canvas.height);
    context.imageSmoothingQuality = 'medium';
    context.fillStyle = '#8883';
    const sharp = visible.map(({ key }) => this.#memory.get(key)).filter(Boolean);
    const isSharp = sharp.length === visible.length;
    if (!isSharp) {
      draw(this.#placeholder);
      const others = [...this.#memory.values()].filter((tile) => tile.level !== level && tile.level <= level + FINER_LEVELS);
      others.sort((a, b) => a.level - b.level).forEach(draw);
    }
    sharp.forEach(draw);
    this.#memory.endFrame();
    return isSharp;
  }

  async #loadPlaceholder(signal) {
    const response = await fetch(this.image.thumbnail, { signal });
    this.#placeholder.bitmap = await createImageBitmap(await response.blob());
  }
}

/** Decoded tiles by key: those of the current frame stay, others go, the least recently used first. */
export class TileMemory extends Map {
  frame = 0;

  add(tile, bitmap) {
    this.set(tile.key, { ...tile, bitmap, bytes: 4 * bitmap.width * bitmap.height, frame: this.frame });
  }

  endFrame() {
    const tiles = [...this.values()].sort((a, b) => a.frame - b.frame);
    let excess = tiles.reduce((sum, { bytes }) => sum + bytes, -MOST_BYTES);
    for (const { key, bitmap, bytes, frame } of tiles) {
      if (excess <= 0 || frame === this.frame) break;
      this.delete(key);
      excess -= bytes;
      bitmap.close();
    }
    this.frame += 1;
  }

  clear() {
    for (const { bitmap } of this.values()) bitmap.close();
    super.clear();
  }
}

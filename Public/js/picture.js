// One image on one canvas: loads, keeps and draws the tiles of a viewport.

import { isUnbuilt } from './server.js';
import { levelFor, tilesIn } from './viewport.js';

const COARSER_LEVELS = 2; // so much coarser tiles are kept around the view
const FINER_LEVELS = 2; // still finer tiles would flicker, drawn so small
const MARGIN = 400; // CSS px
const MOST_BYTES = 128 * 1024 * 1024;
const MOST_REQUESTS = 6; // the connections a host of HTTP/1.1
const MOST_WAITING = 3; // while tiles are not built
const GRACE = 300; // ms for an unwanted request to end: stopping it costs the connection
const MOST_RETRIES = 5;
const FIRST_DELAY = 500; // ms, doubled each time

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

/** Fetches the tiles that are wanted, again where they failed. */
class TileLoader {
  #wanted = []; // tiles, the most urgent first
  #requests = new Map(); // key -> {controller, grace, isArriving}
  #failures = new Map(); // key -> {count, due}, Infinity when given up
  #alarm;
  #options;

  /** `options`: {image, signal, onTile, onFailure} */
  constructor(options) {
    this.#options = options;
    const { signal } = options;
    document.addEventListener('visibilitychange', () => this.#pump(), { signal });
    signal.addEventListener('abort', () => {
      clearTimeout(this.#alarm);
      for (const { controller } of this.#requests.values()) controller.abort();
    });
  }

  get isWaiting() {
    return this.#wanted.some((tile) => this.#due(tile) < Infinity);
  }

  want(tiles) {
    this.#wanted = tiles;
    this.#pump();
  }

  retry() {
    this.#failures.clear();
    this.#pump();
  }

  #due({ key }) {
    return this.#failures.get(key)?.due ?? 0;
  }

  /** Of requests; a page that nobody sees holds none. */
  get #most() {
    const { image } = this.#options;
    if (!isUnbuilt(image)) return MOST_REQUESTS;
    return document.hidden || image.pyramid.state === 'failed' ? 0 : MOST_WAITING;
  }

  #pump() {
    clearTimeout(this.#alarm);
    const { image, signal } = this.#options;
    if (signal.aborted) return;
    const now = performance.now();
    const due = this.#wanted.filter((tile) => this.#due(tile) <= now);
    const urgent = isUnbuilt(image) ? due.slice(0, this.#most) : due;
    for (const [key, request] of this.#requests) {
      if ((request.isArriving ? due : urgent).some((tile) => tile.key === key)) request.grace = clearTimeout(request.grace);
      else request.grace ??= setTimeout(() => request.controller.abort(), GRACE);
    }
    const free = Math.max(0, this.#most - this.#requests.size);
    due.filter(({ key }) => !this.#requests.has(key)).slice(0, free).forEach((tile) => this.#request(tile));
    const next = Math.min(...this.#wanted.map((tile) => this.#due(tile)).filter((time) => time > now));
    if (next < Infinity) this.#alarm = setTimeout(() => this.#pump(), next - now);
  }

  async #request(tile) {
    const request = { controller: new AbortController() };
    const { signal } = request.controller;
    this.#requests.set(tile.key, request);
    let response;
    try {
      response = await fetch(this.#options.image.tileURL(tile), { signal });
      request.isArriving = true;
      if (!response.ok) throw response;
      const bitmap = await createImageBitmap(await response.blob());
      if (signal.aborted) return bitmap.close();
      this.#failures.delete(tile.key);
      this.#wanted = this.#wanted.filter(({ key }) => key !== tile.key);
      this.#options.onTile(tile, bitmap);
    } catch {
      if (!signal.aborted) await this.#fail(tile, response);
    } finally {
      clearTimeout(request.grace);
      this.#requests.delete(tile.key);
      this.#pump();
    }
  }

  async #fail(tile, response) {
    if (this.#most === 0) return;
    const status = response?.status ?? 0;
    const count = (this.#failures.get(tile.key)?.count ?? 0) + (status === 503 && isUnbuilt(this.#options.image) ? 0 : 1);
    const isFinal = count > MOST_RETRIES || /^4(?!08|29)/.test(status);
    const asked = response?.headers.get('retry-after'); // seconds or a date
    const after = asked * 1000 || Date.parse(asked) - Date.now() || 0;
    const delay = Math.max(FIRST_DELAY * 2 ** Math.max(0, count - 1) * (0.8 + 0.4 * Math.random()), after);
    this.#failures.set(tile.key, { count, due: isFinal ? Infinity : performance.now() + delay });
    if (isFinal) this.#options.onFailure(tile, status, (await response?.json().catch(() => null))?.detail);
  }
}

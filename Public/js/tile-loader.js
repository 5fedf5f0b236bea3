// Fetches the tiles that are wanted, again where they failed.

import { isUnbuilt } from './server.js';

const MOST_REQUESTS = 6; // the connections a host of HTTP/1.1
const MOST_WAITING = 3; // while tiles are not built
const GRACE = 300; // ms for an unwanted request to end: stopping it costs the connection
const MOST_RETRIES = 5;
const FIRST_DELAY = 500; // ms, doubled each time

export class TileLoader {
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

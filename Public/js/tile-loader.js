// Fetches the tiles that are wanted, again where they failed.

import { isUnbuilt } from './server.js';

const MOST_REQUESTS = 6; // the connections a host of HTTP/1.1
const MOST_WAITING = 3; // while tiles are not built
const GRACE = 300; // ms for an unwanted request to end: stopping it costs the connection
const MOST_RETRIES = 5;
const FIRST_DELAY = 500; // ms, doubled each time

export class TileLoader {
    #wanted = []; // tiles, the most urgent first
    #requests = new Map(); // key -> {controller, grace}
    #failures = new Map(); // key -> {count, due}, Infinity when given up
    #alarm;
    #options;

    /** `options`: {image, signal, onTile, onFailure} */
    constructor(options) {
        this.#options = options;
        options.signal.addEventListener('abort', () => {
            clearTimeout(this.#alarm);
            for (const { controller } of this.#requests.values()) controller.abort();
        });
    }

    get isWaiting() {
        return this.#wanted.some((tile) => this.#due(tile) < Infinity);
    }

    want(tiles) {
        this.#wanted = tiles;
        const keys = new Set(tiles.map(({ key }) => key));
        for (const [key, request] of this.#requests) {
            if (keys.has(key)) request.grace = clearTimeout(request.grace);
            else request.grace ??= setTimeout(() => request.controller.abort(), GRACE);
        }
        this.#pump();
    }

    retry() {
        this.#failures.clear();
        this.#pump();
    }

    #due({ key }) {
        return this.#failures.get(key)?.due ?? 0;
    }

    #pump() {
        clearTimeout(this.#alarm);
        if (this.#options.signal.aborted) return;
        const now = performance.now();
        const waiting = this.#wanted.filter(({ key }) => !this.#requests.has(key));
        const free = (isUnbuilt(this.#options.image) ? MOST_WAITING : MOST_REQUESTS) - this.#requests.size;
        waiting.filter((tile) => this.#due(tile) <= now).slice(0, Math.max(0, free)).forEach((tile) => this.#request(tile));
        const next = Math.min(...waiting.map((tile) => this.#due(tile)).filter((due) => due > now));
        if (next < Infinity) this.#alarm = setTimeout(() => this.#pump(), next - now);
    }

    async #request(tile) {
        const request = { controller: new AbortController() };
        const { signal } = request.controller;
        this.#requests.set(tile.key, request);
        let response;
        try {
            response = await fetch(this.#options.image.tileURL(tile), { signal });
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
        const status = response?.status ?? 0;
        const count = (this.#failures.get(tile.key)?.count ?? 0) + (status === 503 && isUnbuilt(this.#options.image) ? 0 : 1);
        const isFinal = count > MOST_RETRIES || (status >= 400 && status < 500 && status !== 408 && status !== 429);
        const asked = response?.headers.get('retry-after'); // seconds or a date
        const after = asked * 1000 || Date.parse(asked) - Date.now() || 0;
        const delay = Math.max(FIRST_DELAY * 2 ** Math.max(0, count - 1) * (0.8 + 0.4 * Math.random()), after);
        this.#failures.set(tile.key, { count, due: isFinal ? Infinity : performance.now() + delay });
        if (isFinal) this.#options.onFailure(tile, status, (await response?.json().catch(() => null))?.detail);
    }
}

// Loads, keeps and draws the tiles of an image.

import { isUnbuilt } from './server.js';
import { isCalm } from './surface.js';
import { levelFor, tilesIn } from './viewport.js';

const COARSER_LEVELS = 2; // kept around the view
const FINER_LEVELS = 2; // finer ones would flicker
const MARGIN = 400; // CSS px
const FADE_TIME = 150; // ms
const MOST_BYTES = 128 * 1024 * 1024;
const MOST_REQUESTS = 6; // connections a host
const MOST_WAITING = 3; // while tiles are not built
const GRACE = 300; // ms: stopping a request costs its connection
const MOST_RETRIES = 5;
const FIRST_DELAY = 500; // ms, doubled each time

export class Picture {
	#memory = new TileMemory();
	#placeholder;
	#context;
	#onChange;

	constructor(canvas, image, signal, onChange, onFailure) {
		this.image = image;
		this.#onChange = onChange;
		this.#placeholder = { left: 0, top: 0, right: image.width, bottom: image.height, step: Infinity };
		this.#context = canvas.getContext('2d');
		const onTile = (tile, bitmap) => {
			this.#memory.add(tile, bitmap);
			onChange();
		};
		this.loader = loadTiles(image, signal, onTile, onFailure);
		signal.addEventListener('abort', () => {
			this.#memory.clear();
			this.#placeholder.bitmap?.close();
		});
		if (image.first || isUnbuilt(image)) this.#loadPlaceholder(signal).then(onChange, () => {});
	}

	get isBlank() {
		return !this.#placeholder.bitmap && this.#memory.size === 0;
	}

	/** Loads for where a motion will end. Says whether all is sharp. */
	draw(scene, viewport, destination, ratio) {
		const level = levelFor(this.image, viewport.zoom, ratio);
		const isSharp = this.#paint(tilesIn(scene, viewport, level), viewport, level, ratio);
		const needed = this.#tilesFor(scene, destination, levelFor(this.image, destination.zoom, ratio));
		const missing = new Map(needed.map((tile) => [tile.key, tile]).filter(([key]) => !this.#memory.has(key)));
		this.loader.want([...missing.values()]);
		return isSharp;
	}

	/** While rows are being built, as they come. */
	#tilesFor(scene, viewport, level) {
		const { pyramid: { state, progress }, levels, height } = this.image;
		const tiles = [
			...tilesIn(scene, viewport, 0),
			...tilesIn(scene, viewport, level),
			...tilesIn(scene, viewport, Math.max(0, level - COARSER_LEVELS), MARGIN),
		];
		if (state !== 'building') return tiles;
		const built = progress * height;
		// Finer tiles of its upper half come earlier.
		const isEarlier = ({ row, top, bottom }) => row % 2 === 0 && Math.min(height, 2 * bottom - top) > Math.max(bottom, built);
		const finer = levels.slice(level + 1, level + 1 + FINER_LEVELS).flatMap((one) => tilesIn(scene, viewport, one.level));
		const wait = ({ bottom }) => Math.max(0, bottom - built);
		return [...tiles, ...finer.filter(isEarlier)].sort((a, b) => wait(a) - wait(b));
	}

	#paint(visible, viewport, level, ratio) {
		const context = this.#context;
		const { canvas } = context;
		const now = performance.now();
		// What is translucent would be seen twice.
		const fade = /\.png\?/.test(this.image.links.tiles) ? 0 : FADE_TIME;
		const isFading = ({ born }) => now < born + fade;
		// Neighbours share an edge, whatever its last bit.
		const edge = (start, along) => Math.round((start + viewport.zoom * along) * ratio + 1e-6);
		const draw = (tile) => {
			const { bitmap, left, top, right, bottom, step } = tile;
			const [x, y] = [edge(viewport.x, left), edge(viewport.y, top)];
			const { width: columns, height: rows } = this.image;
			// An image of few rows is seen, too.
			const width = edge(viewport.x, right) - x || +(right - left === columns);
			const height = edge(viewport.y, bottom) - y || +(bottom - top === rows);
			if (x >= canvas.width || y >= canvas.height || x + width <= 0 || y + height <= 0 || !width || !height) return;
			const source = (length, most) => Math.min(most, length / step);
			const place = [x, y, width, height];
			context.globalAlpha = isFading(tile) ? (now - tile.born) / fade : 1;
			if (!isFading(tile)) context.clearRect(...place);
			if (bitmap) context.drawImage(bitmap, 0, 0, source(right - left, bitmap.width), source(bottom - top, bitmap.height), ...place);
			else context.fillRect(...place);
			tile.frame = this.#memory.frame;
		};

		context.clearRect(0, 0, canvas.width, canvas.height);
		context.imageSmoothingQuality = 'medium';
		context.fillStyle = '#8883';
		const sharp = visible.map(({ key }) => this.#memory.get(key)).filter(Boolean);
		const isSharp = sharp.length === visible.length;
		if ([...this.#memory.values()].some(isFading)) this.#onChange();
		if (!isSharp || sharp.some(isFading)) {
			const others = [...this.#memory.values()].filter((tile) => tile.level !== level && tile.level <= level + FINER_LEVELS);
			[this.#placeholder, ...others].sort((a, b) => b.step - a.step).forEach(draw);
		}
		sharp.forEach(draw);
		this.#memory.endFrame();
		return isSharp || this.#placeholder.step * viewport.zoom * ratio < 1.05;
	}

	async #loadPlaceholder(signal) {
		const { first, thumbnail, width } = this.image;
		await first?.decode();
		const bitmap = await createImageBitmap(first ?? await (await fetch(thumbnail, { signal })).blob());
		Object.assign(this.#placeholder, { bitmap, step: width / bitmap.width });
	}
}

/** The least recently drawn go first. */
export class TileMemory extends Map {
	frame = 0;

	add(tile, bitmap) {
		const born = isCalm() ? 0 : performance.now();
		this.set(tile.key, { ...tile, bitmap, bytes: 4 * bitmap.width * bitmap.height, frame: this.frame, born });
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

function loadTiles(image, signal, onTile, onFailure) {
	let wanted = [];
	let alarm;
	const requests = new Map(); // key -> {controller, grace}
	const decoding = new Set(); // keys
	const failures = new Map(); // key -> {count, due}

	const dueOf = ({ key }) => failures.get(key)?.due ?? 0;
	/** A page that nobody sees holds no requests. */
	const most = () => {
		// A first picture is enough at first.
		if (!isUnbuilt(image)) return image.first?.complete === false ? 2 : MOST_REQUESTS;
		return document.hidden || image.pyramid.state === 'failed' ? 0 : MOST_WAITING;
	};
	const pump = () => {
		clearTimeout(alarm);
		if (signal.aborted) return;
		const now = performance.now();
		const due = wanted.filter((tile) => dueOf(tile) <= now && !decoding.has(tile.key));
		const urgent = isUnbuilt(image) ? due.slice(0, most()) : due;
		for (const [key, request] of requests) {
			if (urgent.some((tile) => tile.key === key)) request.grace = clearTimeout(request.grace);
			else request.grace ??= setTimeout(() => request.controller.abort(), GRACE);
		}
		const free = Math.max(0, most() - Math.max(requests.size, decoding.size));
		due.filter(({ key }) => !requests.has(key)).slice(0, free).forEach(load);
		const next = Math.min(...wanted.map(dueOf).filter((time) => time > now));
		if (next < Infinity) alarm = setTimeout(pump, next - now);
	};
	const load = async (tile) => {
		const { key } = tile;
		const request = { controller: new AbortController() };
		const { signal: stop } = request.controller;
		const end = () => clearTimeout(request.grace) ?? requests.delete(key);
		requests.set(key, request);
		let response;
		try {
			response = await fetch(image.tileURL(tile), { signal: stop });
			if (!response.ok) throw response;
			const blob = await response.blob();
			end();
			decoding.add(key);
			pump();
			const bitmap = await createImageBitmap(blob);
			if (signal.aborted) return bitmap.close();
			failures.delete(key);
			wanted = wanted.filter((one) => one.key !== key);
			onTile(tile, bitmap);
		} catch {
			if (!stop.aborted && !signal.aborted) await fail(tile, response);
		} finally {
			end();
			decoding.delete(key);
			pump();
		}
	};
	const fail = async (tile, response) => {
		if (most() === 0) return;
		const status = response?.status ?? 0;
		const count = (failures.get(tile.key)?.count ?? 0) + (status === 503 && isUnbuilt(image) ? 0 : 1);
		const isFinal = count > MOST_RETRIES || /^4(?!08|29)/.test(status);
		const after = 1000 * response?.headers.get('retry-after') || 0;
		const delay = Math.max(after, FIRST_DELAY * 2 ** Math.max(0, count - 1));
		failures.set(tile.key, { count, due: isFinal ? Infinity : performance.now() + delay });
		if (isFinal) onFailure(status, (await response?.json().catch(() => null))?.detail);
	};

	document.addEventListener('visibilitychange', pump, { signal });
	signal.addEventListener('abort', () => {
		clearTimeout(alarm);
		for (const { controller } of requests.values()) controller.abort();
	});
	return {
		isWaiting: () => wanted.some((tile) => dueOf(tile) < Infinity),
		want(tiles) {
			wanted = tiles;
			pump();
		},
		retry() {
			failures.clear();
			pump();
		},
	};
}

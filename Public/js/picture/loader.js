// Requests for tiles: a few at a time, the most urgent first, stopped when they are not wanted any more, tried again when they fail.

import { isClientError, isUnbuilt, retryDelay } from '../server/api.js';

const MOST_REQUESTS = 6; // the connections that a browser opens to a host
const MOST_BESIDE_FIRST = 2; // while the picture of the whole image is being loaded
const MOST_WAITING = 3; // while the pyramid is built: the server holds these requests until the rows are there
const GRACE = 300; // ms until an unwanted request is stopped; over HTTP/1.1, that costs its connection
const MOST_RETRIES = 5;
const FIRST_DELAY = 500; // ms before the first retry, doubled for each further one

/**
 * Loads the tiles of an image.
 * @param {object} image as `describeImage` returns it
 * @param {AbortSignal} signal ends all requests
 * @param {function(object, ImageBitmap)} onTile gets a tile and its bitmap
 * @param {function(number, string|undefined)} onFailure gets the HTTP status (0: no answer) and the server's words when a tile is given up
 * @returns {object} the loader
 */
export function loadTiles(image, signal, onTile, onFailure) {
	let wanted = [];
	let alarm;
	const requests = new Map(); // key -> {controller, grace}; grace is a timer
	const decoding = new Set(); // keys
	const failures = new Map(); // key -> {count, due}; due is in ms of `performance.now()`, Infinity for a tile that is given up

	const dueOf = ({ key }) => failures.get(key)?.due ?? 0;
	/** How many requests may run. A hidden page holds none that the server cannot answer yet. */
	const mostRequests = () => {
		if (!isUnbuilt(image)) return image.first?.complete === false ? MOST_BESIDE_FIRST : MOST_REQUESTS;
		return document.hidden || image.pyramid.state === 'failed' ? 0 : MOST_WAITING;
	};
	const update = () => {
		clearTimeout(alarm);
		if (signal.aborted) return;
		const now = performance.now();
		const due = wanted.filter((tile) => dueOf(tile) <= now && !decoding.has(tile.key));
		stopUnwanted(isUnbuilt(image) ? due.slice(0, mostRequests()) : due);
		// Tiles that are being decoded count, too: decoding does not stop, so the view could move on faster than tiles are decoded.
		const free = Math.max(0, mostRequests() - Math.max(requests.size, decoding.size));
		due.filter(({ key }) => !requests.has(key)).slice(0, free).forEach(load);
		const next = Math.min(...wanted.map(dueOf).filter((time) => time > now));
		if (next < Infinity) alarm = setTimeout(update, next - now);
	};
	const stopUnwanted = (urgent) => {
		for (const [key, request] of requests) {
			if (urgent.some((tile) => tile.key === key)) {
				clearTimeout(request.grace);
				request.grace = undefined;
			} else request.grace ??= setTimeout(() => request.controller.abort(), GRACE);
		}
	};
	const load = async (tile) => {
		const { key } = tile;
		const request = { controller: new AbortController() };
		const { signal: stop } = request.controller;
		const endRequest = () => {
			clearTimeout(request.grace);
			requests.delete(key);
		};
		requests.set(key, request);
		let response;
		try {
			response = await fetch(image.tileURL(tile), { signal: stop });
			if (!response.ok) throw response;
			const blob = await response.blob();
			endRequest();
			decoding.add(key);
			update();
			const bitmap = await createImageBitmap(blob);
			if (signal.aborted) return bitmap.close();
			failures.delete(key);
			wanted = wanted.filter((one) => one.key !== key);
			onTile(tile, bitmap);
		} catch {
			if (!stop.aborted && !signal.aborted) await fail(tile, response);
		} finally {
			endRequest();
			decoding.delete(key);
			update();
		}
	};
	const fail = async ({ key }, response) => {
		if (mostRequests() === 0) return;
		const status = response?.status ?? 0;
		// A server that is busy building the pyramid has not failed.
		const isBusyBuilding = status === 503 && isUnbuilt(image);
		const count = (failures.get(key)?.count ?? 0) + (isBusyBuilding ? 0 : 1);
		const isFinal = count > MOST_RETRIES || isClientError(status);
		const due = isFinal ? Infinity : performance.now() + retryDelay(FIRST_DELAY, count, response);
		failures.set(key, { count, due });
		if (isFinal) onFailure(status, (await response?.json().catch(() => null))?.detail);
	};

	document.addEventListener('visibilitychange', update, { signal });
	signal.addEventListener('abort', () => {
		clearTimeout(alarm);
		for (const { controller } of requests.values()) controller.abort();
	});
	return {
		/** True while a tile is wanted that has neither come nor been given up. */
		isWaiting: () => wanted.some((tile) => dueOf(tile) < Infinity),
		/** Replaces the tiles that are wanted, the most urgent first. Requests for others are stopped after a moment. */
		want(tiles) {
			wanted = tiles;
			update();
		},
		/** Tries the tiles again that were given up, and those that wait for another try. */
		retry() {
			failures.clear();
			update();
		},
	};
}

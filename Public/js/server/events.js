// Server-sent events: the page's one stream, and how far the pyramid of an image is. A browser opens six connections to a host at most, and
// a stream holds one of them for as long as it lasts; so a second stream ends the first, and a page without one sends requests instead.

import { fetchJSON, isUnbuilt } from './api.js';

const FIRST_DELAY = 250; // ms before the first request, doubled for each further one
const LONGEST_DELAY = 4000; // ms

let current = null; // {source, url, onLoss}

/**
 * Opens a stream in place of the one that is open. The owner of that one is told so.
 * @param {string} url
 * @param {Object<string, function(object)>} listeners by the type of event; each gets the event's data, parsed as JSON
 * @param {function()} onLoss called once when the stream breaks or another one takes its place; not after `closeStream`
 * @returns {object} the stream, for `closeStream`
 */
export function openStream(url, listeners, onLoss) {
	const replaced = current;
	closeStream(replaced);
	replaced?.onLoss();
	const source = new EventSource(url);
	const stream = { source, url, onLoss };
	current = stream;
	source.onerror = () => {
		closeStream(stream);
		onLoss();
	};
	for (const [type, listener] of Object.entries(listeners)) {
		source.addEventListener(type, ({ data }) => listener(JSON.parse(data)));
	}
	return stream;
}

/** Closes a stream that `openStream` has returned. Does nothing for null and for a stream that has ended. */
export function closeStream(stream) {
	stream?.source.close();
	if (current === stream) current = null;
}

/** The URL of the stream that is open, or null. */
export const streamURL = () => current?.url ?? null;

/**
 * Follows the build of an image's pyramid until it is ready or has failed. A hidden page does not follow.
 * @param {object} image as `describeImage` returns it; its `pyramid` is kept up to date
 * @param {AbortSignal} signal ends everything
 * @param {function(): boolean} isWaiting true while the page waits for tiles; without that, nothing is asked before a build has begun
 * @param {function(object)} onNews gets the pyramid, `{state, progress, reason}`, whenever the server has told of it
 * @returns {function(object)} takes news of the pyramid that came in another way, such as the error of a tile
 */
export function watchPyramid(image, signal, isWaiting, onNews) {
	let stream = null;
	let timer;
	let delay;
	let canStream;

	const begin = () => {
		delay = FIRST_DELAY;
		canStream = true;
		proceed();
	};
	const proceed = () => {
		clearTimeout(timer);
		closeStream(stream);
		stream = null;
		const { state } = image.pyramid;
		if (signal.aborted || document.hidden || !isUnbuilt(image) || state === 'failed') return;
		if (state === 'building' && canStream && !streamURL()) {
			stream = openStream(`${image.self}/events`, { progress: receive, ready: receive, failed: receive }, () => {
				canStream = false;
				proceed();
			});
		} else timer = setTimeout(ask, delay);
	};
	const receive = (pyramid) => {
		if (image.pyramid.state === 'failed') return;
		image.pyramid = pyramid;
		if (pyramid.state !== 'building') proceed();
		onNews(pyramid);
	};
	const ask = async () => {
		if (image.pyramid.state === 'building' || isWaiting()) {
			delay = Math.min(2 * delay, LONGEST_DELAY);
			const answer = await fetchJSON(image.self, { signal }).catch(() => null);
			if (answer && !signal.aborted) receive(answer.pyramid);
		}
		proceed();
	};

	document.addEventListener('visibilitychange', begin, { signal });
	signal.addEventListener('abort', proceed);
	begin();
	return receive;
}

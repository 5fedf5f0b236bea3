// How far the pyramid of an image is: by server-sent events, or by repeated requests where the page cannot have a stream.

import { fetchJSON, isUnbuilt } from './api.js';
import { closeStream, openStream, streamURL } from './event-stream.js';

const FIRST_DELAY = 250; // ms before the first request, doubled for each further one
const LONGEST_DELAY = 4000; // ms

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

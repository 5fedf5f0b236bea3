// Requests to the server: JSON, errors, links, pauses before another try, and the description of an image.

const JITTER = 0.25; // a pause gets longer by up to this share of itself

/**
 * Resolves a link of the server against the address at which the page knows the server. A path that begins with one slash gets the
 * page's own prefix in place of the prefix that the server knows of: a proxy may have added another one.
 * @param {string} link a link out of the server's JSON, absolute or relative
 * @param {string} self the link `self` of the same image
 * @param {URL} root the server's root as the page sees it; ends with a slash
 * @returns {string} an absolute URL
 */
export function resolveLink(link, self, root) {
	const { href } = new URL(link, root);
	const isPath = link.startsWith('/') && !link.startsWith('//');
	if (!isPath) return href;
	const knownRoot = new URL('..', new URL(self, root)).href;
	return root + href.slice(knownRoot.length);
}

/**
 * Asks for JSON.
 * @param {URL|string} url
 * @param {RequestInit} [options] as `fetch` takes them
 * @returns {Promise<any>} the parsed body of an answer with a status of 200 to 299
 * @throws {Error} with the server's `detail` as its message and the HTTP status as `status`; the status is 0 when there was no answer
 */
export async function fetchJSON(url, options) {
	const response = await fetch(url, options).catch(() => null);
	const json = await response?.json().catch(() => null);
	if (response?.ok && json) return json;
	const status = response?.status ?? 0;
	const fallback = status ? `The server answered ${status}.` : 'The server does not answer.';
	throw Object.assign(new Error(json?.detail ?? fallback), { status });
}

/**
 * True for an error of the request itself: the same request would fail again. 408 and 429 ask for another try.
 * @param {number} status an HTTP status; 0 when there was no answer
 */
export const isClientError = (status) => status >= 400 && status < 500 && status !== 408 && status !== 429;

/**
 * Reads the field `Retry-After` (RFC 9110, 10.2.3).
 * @param {Response|undefined} response
 * @returns {number} the pause in ms that the server asks for; 0 when it asks for none, or for a date that has passed
 */
export function retryAfter(response) {
	const value = response?.headers.get('retry-after')?.trim() ?? '';
	if (/^\d+$/.test(value)) return 1000 * Number(value);
	// The server's own clock counts, where the page may read it.
	const now = Date.parse(response?.headers.get('date')) || Date.now();
	return Math.max(0, Date.parse(value) - now || 0);
}

/**
 * The pause before a request is tried again: twice as long after each failure, never shorter than the server asks for, and longer by
 * a random share, so that clients which failed together do not come back together.
 * @param {number} first the pause in ms after the first failure
 * @param {number} count how many times the request has failed; 0 counts as 1
 * @param {Response} [response] the answer that failed, if there was one
 * @returns {number} ms
 */
export function retryDelay(first, count, response) {
	const backoff = first * 2 ** Math.max(0, count - 1);
	return Math.max(backoff, retryAfter(response)) * (1 + JITTER * Math.random());
}

/**
 * Describes an image. The viewer page carries the description and a picture of the whole image in its HTML; these are taken the first
 * time and removed. Every other time, the server is asked.
 * @param {string} source the address of the image's JSON (`…/images/{id}`), absolute or relative to the document
 * @param {AbortSignal} signal
 * @returns {Promise<object>} the image's JSON with these members added or replaced: `first` (an HTMLImageElement of the whole image that
 *     is being loaded, or undefined), `self`, `thumbnail`, `viewport` (absolute URLs) and `tileURL({level, column, row})`
 * @throws {Error} as `fetchJSON`, and a TypeError when `source` is no URL
 */
export async function describeImage(source, signal) {
	const url = new URL(source, document.baseURI);
	const [carrier, first] = document.querySelectorAll('.azulejo-carried');
	const image = carrier?.text ? JSON.parse(carrier.text) : await fetchJSON(url, { signal });
	carrier?.remove();
	first?.remove();
	const { tiles, viewport, self: knownSelf } = image.links;
	const resolve = (link) => resolveLink(link, knownSelf, new URL('..', url));
	const self = url.origin + url.pathname;
	const [, query] = tiles.split('?'); // the version: the gallery asks for the thumbnail under the same URL
	if (image.pyramid.state === 'failed') image.pyramid.state = 'none'; // the image is opened anew, so the build may be tried again
	return {
		...image,
		first,
		self,
		thumbnail: `${self}/thumbnail.jpg${query ? `?${query}` : ''}`,
		viewport: resolve(viewport),
		tileURL: (tile) => resolve(tiles.replace(/{(\w+)}/g, (_, name) => tile[name])),
	};
}

/** True while the tiles of an image may have to wait for its pyramid. */
export const isUnbuilt = ({ pyramid }) => pyramid.state !== 'native' && pyramid.state !== 'ready';

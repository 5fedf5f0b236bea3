// What the server says, and is told.

import { describeViewport } from './viewport.js';

const FIRST_DELAY = 250; // ms before a question, doubled each time
const LONGEST_DELAY = 4000;
const INTERVAL = 1000 / 15; // ms between events of a gesture
const SILENCE = 5000; // ms, of who leads

/** A link from the server's `root`; `self`, of an image, has the prefix that the server knows of. */
export function resolveLink(link, self, root) {
	const { href } = new URL(link, root);
	return /^\/(?!\/)/.test(link) ? root + href.slice(new URL('..', new URL(self, root)).href.length) : href;
}

/** Throws an Error with `status`, 0 without an answer. */
export async function fetchJSON(url, options) {
	const response = await fetch(url, options).catch(() => null);
	const json = await response?.json().catch(() => null);
	if (response?.ok && json) return json;
	const status = response?.status ?? 0;
	const fallback = status ? `The server answered ${status}.` : 'The server does not answer.';
	throw Object.assign(new Error(json?.detail ?? fallback), { status });
}

/** An image's JSON and addresses; the viewer page carries it, and a `first` picture, once. */
export async function describe(source, signal) {
	const url = new URL(source, document.baseURI);
	const [carrier, first] = document.querySelectorAll('.azulejo-carried');
	const image = carrier?.text ? JSON.parse(carrier.text) : await fetchJSON(url, { signal });
	carrier?.remove();
	first?.remove();
	const { tiles, viewport, self: known } = image.links;
	const resolve = (link) => resolveLink(link, known, new URL('..', url));
	const self = url.origin + url.pathname;
	if (image.pyramid.state === 'failed') image.pyramid.state = 'none'; // and again
	return {
		...image,
		first,
		self,
		thumbnail: `${self}/thumbnail.jpg${/\?.*|$/.exec(tiles)}`, // the gallery's
		viewport: resolve(viewport),
		tileURL: (tile) => resolve(tiles.replace(/{(\w+)}/g, (_, name) => tile[name])),
	};
}

export const isUnbuilt = ({ pyramid }) => !/native|ready/.test(pyramid.state);

let stream; // the page's only one: a host gets six connections

/** Who loses the stream hears that. */
function listen(url, listeners, onLoss) {
	stream?.onerror();
	const mine = new EventSource(url);
	stream = mine;
	mine.onerror = () => {
		leave(mine);
		onLoss();
	};
	for (const [type, hear] of Object.entries(listeners)) mine.addEventListener(type, ({ data }) => hear(JSON.parse(data)));
	return mine;
}

function leave(mine) {
	mine?.close();
	if (stream === mine) stream = null;
}

/** By events, or else by questions, while somebody looks. */
export function watchPyramid(image, signal, isWaiting, onNews) {
	let mine;
	let timer;
	let delay;
	let canListen;

	const begin = () => {
		delay = FIRST_DELAY;
		canListen = true;
		go();
	};
	const go = () => {
		clearTimeout(timer);
		leave(mine);
		const { state } = image.pyramid;
		if (signal.aborted || document.hidden || /native|ready|failed/.test(state)) return;
		if (state === 'building' && canListen && !stream) {
			mine = listen(`${image.self}/events`, { progress: hear, ready: hear, failed: hear }, () => {
				canListen = false;
				go();
			});
		} else timer = setTimeout(ask, delay);
	};
	const hear = (pyramid) => {
		if (image.pyramid.state === 'failed') return;
		image.pyramid = pyramid;
		if (pyramid.state !== 'building') go();
		onNews(pyramid);
	};
	const ask = async () => {
		if (image.pyramid.state === 'building' || isWaiting()) {
			delay = Math.min(2 * delay, LONGEST_DELAY);
			const news = await fetchJSON(image.self, { signal }).catch(() => null);
			if (news && !signal.aborted) hear(news.pyramid);
		}
		go();
	};

	document.addEventListener('visibilitychange', begin, { signal });
	signal.addEventListener('abort', go);
	begin();
	return hear;
}

/** In insecure contexts, too. */
export const makeName = () => Math.random().toString(36).slice(2);

/** `look()` gives scene and viewport. */
export function openSession(image, name, look, onRole, onRegion) {
	const session = name || makeName();
	const client = makeName();
	const lifetime = new AbortController();
	let role; // nothing, or joining, leading, following, detached
	let region;
	let mine;
	let sequence = 0;
	let due = 0;

	const isHeard = () => /joining|leading/.test(role);
	const become = (next) => {
		leave(mine);
		mine = region = null;
		role = next;
		onRole(role);
		go();
	};
	const go = () => {
		if (document.hidden) mine = leave(mine);
		else if (isHeard()) tell();
		else if (role === 'following' && !/\?session/.test(stream?.url)) {
			mine = listen(`${image.viewport}/events?session=${session}`, { viewport: hear }, lose);
		}
	};
	const lose = () => {
		mine = null;
		setTimeout(go, 1000);
	};
	const hear = (news) => {
		({ region } = news);
		onRegion();
	};
	const tell = async ({ gesture = 'settle', phase = 'ended', viewport, focus, speed, leader = isHeard() || undefined } = {}) => {
		const [scene, shown] = look();
		const now = performance.now();
		if (!scene || signal.aborted || role === 'following' || (phase === 'changed' && now < due)) return;
		due = Infinity;
		const body = JSON.stringify({
			session, client, sequence: ++sequence, leader, gesture, phase, velocity: speed,
			mode: scene.isTemporary ? 'temporary' : 'persistent',
			cancel: scene.isReset ? 'reset' : 'restore',
			...describeViewport(scene, viewport ?? shown, focus),
		});
		const headers = { 'Content-Type': 'application/json' };
		const told = fetchJSON(`${image.viewport}/gestures`, { method: 'POST', headers, body, keepalive: true });
		const answer = await told.catch((error) => error);
		due = now + INTERVAL;
		if (!signal.aborted && /^4(?!08|29)|501/.test(answer.status)) {
			role = null; // no farewell
			end();
		}
		const next = answer.leader ? 'leading' : 'following';
		if (leader && 'leader' in answer && isHeard() && next !== role) become(next);
	};
	const stop = () => isHeard() && tell({ leader: false });
	const end = () => {
		stop();
		lifetime.abort();
		clearInterval(timer);
		become();
	};

	const { signal } = lifetime;
	addEventListener('pagehide', stop, { signal });
	document.addEventListener('visibilitychange', go, { signal });
	const timer = setInterval(go, SILENCE);
	if (name) become('joining');
	return {
		tell,
		end,
		join: () => become('joining'),
		detach: () => role === 'following' && become('detached'),
		get region() {
			return region;
		},
	};
}

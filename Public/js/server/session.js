// What the page tells the server about the viewport and gestures, and the page's role among viewers that look together.

import { describeViewport } from '../geometry/viewport.js';
import { fetchJSON, isClientError } from './api.js';
import { closeStream, openStream, streamURL } from './events.js';

const EVENT_INTERVAL = 1000 / 15; // ms between events of a gesture that goes on
const REPORT_INTERVAL = 5000; // ms between reports of a leader; the server takes the lead away after 15 s of silence
const RECONNECT_DELAY = 1000; // ms before a follower opens its stream again

/** A random name for a session or a client; works in insecure contexts, where `crypto.randomUUID` does not exist. */
export const makeName = () => Math.random().toString(36).slice(2);

/**
 * Opens a viewing session. Without a name the server still gets the gesture events, under a name that nobody else knows.
 * The roles: `joining` (no answer yet), `leading`, `following` (shows the leader's region and sends nothing), `detached` (has followed,
 * then moved by itself), and undefined without a name or after the session has ended.
 * @param {object} image as `describeImage` returns it
 * @param {string|null} name of the session
 * @param {function(): [object, object]} look returns the scene and the viewport that is shown, or where it is moving to
 * @param {function(string|undefined)} onRole gets each new role
 * @param {function()} onRegion called when the leader shows another `region`
 * @returns {object} the session
 */
export function openSession(image, name, look, onRole, onRegion) {
	const session = name || makeName();
	const client = makeName();
	const lifetime = new AbortController();
	const { signal } = lifetime;
	let role;
	let region = null;
	let stream = null;
	let sequence = 0;
	let nextEvent = 0; // ms, of `performance.now()`; Infinity while an answer is awaited

	const wantsToLead = () => role === 'joining' || role === 'leading';
	const become = (next) => {
		closeStream(stream);
		stream = region = null;
		role = next;
		onRole(role);
		proceed();
	};
	const proceed = () => {
		if (document.hidden) {
			closeStream(stream);
			stream = null;
		} else if (wantsToLead()) send();
		else if (role === 'following' && !streamURL()?.includes('?session')) {
			stream = openStream(`${image.viewport}/events?session=${session}`, { viewport: receive }, () => {
				stream = null;
				setTimeout(proceed, RECONNECT_DELAY);
			});
		}
	};
	const receive = (news) => {
		({ region } = news);
		onRegion();
	};
	const send = async ({ gesture = 'settle', phase = 'ended', viewport, focus, speed, leader = wantsToLead() || undefined } = {}) => {
		const [scene, shown] = look();
		const now = performance.now();
		const isTooSoon = phase === 'changed' && now < nextEvent;
		if (!scene || signal.aborted || role === 'following' || isTooSoon) return;
		nextEvent = Infinity;
		const body = JSON.stringify({
			session, client, sequence: ++sequence, leader, gesture, phase, velocity: speed,
			mode: scene.isTemporary ? 'temporary' : 'persistent',
			cancel: scene.isReset ? 'reset' : 'restore',
			...describeViewport(scene, viewport ?? shown, focus),
		});
		const headers = { 'Content-Type': 'application/json' };
		const request = fetchJSON(`${image.viewport}/gestures`, { method: 'POST', headers, body, keepalive: true });
		const answer = await request.catch((error) => error);
		nextEvent = now + EVENT_INTERVAL;
		if (!signal.aborted && (isClientError(answer.status) || answer.status === 501)) {
			role = undefined; // so that `end` does not send another event, which would be refused, too
			end();
		}
		const next = answer.leader ? 'leading' : 'following';
		if (leader && 'leader' in answer && wantsToLead() && next !== role) become(next);
	};
	const giveUpLead = () => {
		if (wantsToLead()) send({ leader: false });
	};
	const end = () => {
		giveUpLead();
		lifetime.abort();
		clearInterval(timer);
		become(undefined);
	};

	addEventListener('pagehide', giveUpLead, { signal });
	document.addEventListener('visibilitychange', proceed, { signal });
	const timer = setInterval(proceed, REPORT_INTERVAL);
	if (name) become('joining');
	return {
		/** Sends an event as `gestureEvent` makes it; without one, where the picture rests. A follower sends nothing. */
		send,
		/** Gives up the lead, closes the stream and sends nothing more. */
		end,
		/** Follows again; leads when nobody leads. */
		join() {
			become('joining');
		},
		/** A follower has moved by itself. */
		detach() {
			if (role === 'following') become('detached');
		},
		/** The region that the leader shows, in image px; null when there is none, or the page does not follow. */
		get region() {
			return region;
		},
	};
}

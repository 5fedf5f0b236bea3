// The page's one stream of server-sent events. A browser opens six connections to a host at most, and a stream holds one of them for as
// long as it lasts; so a second stream ends the first.

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

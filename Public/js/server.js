// What the server says: answers, and news of a build.

const FIRST_DELAY = 250; // ms before a question, doubled each time
const LONGEST_DELAY = 4000;

/** A link of the server as seen from its `root`: beside it, the link `self` to an image tells what prefix the server knows of. */
export function resolveLink(link, self, root) {
  const { href } = new URL(link, root);
  return /^\/(?!\/)/.test(link) ? root + href.slice(new URL('..', new URL(self, root)).href.length) : href;
}

/** Throws an Error with the server's words and `status`, 0 without an answer. */
export async function fetchJSON(url, signal) {
  const response = await fetch(url, { signal }).catch(() => null);
  const json = await response?.json().catch(() => null);
  if (response?.ok && json) return json;
  const status = response?.status ?? 0;
  const fallback = status ? `The server answered ${status}.` : 'The server does not answer.';
  throw Object.assign(new Error(json?.detail ?? json?.title ?? fallback), { status });
}

/** An image's JSON, with `tileURL(tile)` and the addresses `self` and `thumbnail`. */
export async function describe(source, signal) {
  const url = new URL(source, document.baseURI);
  const image = await fetchJSON(url, signal);
  const root = new URL('..', url);
  const { tiles } = image.links;
  const self = url.origin + url.pathname;
  if (image.pyramid.state === 'failed') image.pyramid.state = 'none'; // and again
  return {
    ...image,
    self,
    thumbnail: `${self}/thumbnail.jpg${/\?.*|$/.exec(tiles)}`, // the gallery's
    tileURL: (tile) => resolveLink(tiles.replace(/{(\w+)}/g, (_, name) => tile[name]), image.links.self, root),
  };
}

export const isUnbuilt = ({ pyramid }) => !/native|ready/.test(pyramid.state);

let listener = null; // one a page: a host gets six connections

/** Follows a build, or waits for one while `isWaiting()`, as long as somebody looks: by events, or else by questions. */
export function watchPyramid(image, signal, isWaiting, onNews) {
  let stream;
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
    stream?.close();
    if (listener === signal) listener = null;
    const { state } = image.pyramid;
    if (signal.aborted || document.hidden || /native|ready|failed/.test(state)) return;
    if (state === 'building' && canListen && !listener) listen();
    else timer = setTimeout(ask, delay);
  };
  const hear = (pyramid) => {
    if (image.pyramid.state === 'failed') return;
    image.pyramid = pyramid;
    if (pyramid.state !== 'building') go();
    onNews(pyramid);
  };
  const listen = () => {
    listener = signal;
    stream = new EventSource(`${image.self}/events`);
    for (const type of ['progress', 'ready', 'failed']) stream.addEventListener(type, ({ data }) => hear(JSON.parse(data)));
    stream.onerror = () => {
      canListen = false;
      go();
    };
  };
  const ask = async () => {
    if (image.pyramid.state === 'building' || isWaiting()) {
      delay = Math.min(2 * delay, LONGEST_DELAY);
      const news = await fetchJSON(image.self, signal).catch(() => null);
      if (news && !signal.aborted) hear(news.pyramid);
    }
    go();
  };

  document.addEventListener('visibilitychange', begin, { signal });
  signal.addEventListener('abort', go);
  begin();
  return hear;
}

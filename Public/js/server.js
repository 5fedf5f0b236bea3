// What the server says.

/** A link of the server as seen from its `root`: a proxy may have put a prefix in front. */
export function resolveLink(link, root) {
    const { pathname } = root;
    const isBare = link.startsWith('/') && !link.startsWith('//') && !link.startsWith(pathname);
    return new URL(isBare ? pathname + link.slice(1) : link, root).href;
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

/** An image's JSON, with `tileURL(tile)` and a `thumbnail`. */
export async function describe(source, signal) {
    const url = new URL(source, document.baseURI);
    const image = await fetchJSON(url, signal);
    const root = new URL('..', url);
    return {
        ...image,
        thumbnail: `${url.origin}${url.pathname}/thumbnail.jpg`,
        tileURL: (tile) => resolveLink(image.links.tiles.replace(/{(\w+)}/g, (_, name) => tile[name]), root),
    };
}

export const isUnbuilt = ({ pyramid }) => /^(none|building)$/.test(pyramid.state);

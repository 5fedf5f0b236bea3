// What the server says.

/** A link of the server as seen from its `root`: a proxy may have put a prefix in front. */
export function resolveLink(link, root) {
    const { pathname } = root;
    const isBare = link.startsWith('/') && !link.startsWith('//') && !link.startsWith(pathname);
    return new URL(isBare ? pathname + link.slice(1) : link, root).href.replace(/%7B(\w+)%7D/gi, '{$1}');
}

/** Throws an Error in the server's words with its `status`, 0 without an answer. */
export async function fetchJSON(url, signal) {
    let json;
    let status = 0;
    try {
        const response = await fetch(url, { signal });
        status = response.status;
        json = await response.json();
        if (response.ok) return json;
    } catch {
        // No JSON: the status says all.
    }
    const fallback = status ? `The server answered ${status}.` : 'The server does not answer.';
    throw Object.assign(new Error(json?.detail ?? json?.title ?? fallback), { status });
}

/** An image's JSON, with `tileURL(tile)` and a `thumbnail`. */
export async function describe(source, signal) {
    const url = new URL(source, document.baseURI);
    const image = await fetchJSON(url, signal);
    const template = resolveLink(image.links.tiles, new URL('..', url));
    return {
        ...image,
        thumbnail: `${url.origin}${url.pathname}/thumbnail.jpg`,
        tileURL: (tile) => template.replace(/{(level|column|row)}/g, (_, name) => tile[name]),
    };
}

export const isUnbuilt = ({ pyramid }) => /^(none|building)$/.test(pyramid.state);

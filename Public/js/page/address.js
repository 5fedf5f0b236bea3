// The address of the viewer page: the image, the region that is shown, and the session.

const REGION = /#xywh=(?:pixel:)?(\d{1,9}),(\d{1,9}),(\d{1,9}),(\d{1,9})$/; // a media fragment, in image px

/** The server's root. */
export const root = new URL('..', location.href);

/** The identifier of the image as the address spells it, percent-encoded. */
export const segment = location.pathname.split('/').at(-1);

/** The session that the address names; null or empty where it names none. */
export const sessionName = () => new URL(location).searchParams.get('session');

/**
 * The region that an address names.
 * @param {string} url
 * @returns {{x: number, y: number, width: number, height: number}|null} in image px; null where there is none, or none that is a region
 */
export function regionOf(url) {
	const [x, y, width, height] = REGION.exec(url)?.slice(1).map(Number) ?? [];
	return width && height ? { x, y, width, height } : null;
}

const replace = (address) => history.replaceState(history.state, '', address);

/** Keeps a region in the address. */
export const setRegion = ({ x, y, width, height }) => replace(`#xywh=${[x, y, width, height].map(Math.round)}`);

/** Keeps the name of a session in the address, or removes it. */
export const setSession = (name) => replace((name ? `?session=${name}` : location.pathname) + location.hash);

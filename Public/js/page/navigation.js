// Where one is: the page's address (the image, the region that is shown, the session), the small map of the image, and the strip of the
// pages of a file.

import { parts } from './common.js';

const REGION = /#xywh=(?:pixel:)?(\d{1,9}),(\d{1,9}),(\d{1,9}),(\d{1,9})$/; // a media fragment, in image px
const WHOLE = 0.999; // the share of both sides from which the whole image counts as seen

const { map, strip } = parts;
const [thumbnail, frame] = map.children;

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

/**
 * Shows where the view is; hides the map while the whole image is seen.
 * @param {HTMLElement} viewer an azulejo-viewer with an image
 */
export function updateOverview({ image, region: { x, y, width, height } }) {
	map.hidden = width > WHOLE * image.width && height > WHOLE * image.height;
	if (map.hidden) return;
	if (!thumbnail.src) thumbnail.src = image.thumbnail;
	const insets = [y / image.height, 1 - (x + width) / image.width, 1 - (y + height) / image.height, x / image.width];
	frame.style.inset = insets.map((share) => `${100 * share}%`).join(' ');
}

/** Lets a pressed pointer move the view. */
export function listenToOverview(viewer) {
	const move = ({ buttons, offsetX, offsetY }) => {
		if (!buttons) return;
		const { image, region } = viewer;
		const x = offsetX / thumbnail.width * image.width - region.width / 2;
		const y = offsetY / thumbnail.height * image.height - region.height / 2;
		viewer.region = { ...region, x, y };
	};
	for (const type of ['pointerdown', 'pointermove']) map.addEventListener(type, move);
}

/**
 * Shows a link with a thumbnail for each page, where the file has several.
 * @param {{id: string, pages: number|undefined}} image page 3 of a file has an id that ends with `;3`
 */
export function showStrip({ id, pages }) {
	const current = Number(/;(\d+)$/.exec(id)?.[1] ?? 1);
	if (!(pages > 1 && current <= pages)) return;
	const file = segment.replaceAll('&', '%26').replace(/(;|%3B)\d+$/i, '');
	strip.innerHTML = Array.from({ length: pages }, (_, index) => {
		const page = `${file};${index + 1}`;
		return `<a href="./${page}"><img loading="lazy" alt="Page ${index + 1}" src="../images/${page}/thumbnail.jpg"></a>`;
	}).join('');
	strip.hidden = false;
	const link = strip.children[current - 1];
	link.ariaCurrent = 'page';
	link.scrollIntoView({ inline: 'center' });
}

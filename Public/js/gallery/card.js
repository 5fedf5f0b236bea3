// One image of the gallery: its thumbnail, name and size, or how far its pyramid is.

import { formatSize } from '../page/common.js';
import { resolveLink } from '../server/api.js';

const LEAST_RATIO = 0.66; // width to height; the thumbnails of other shapes have margins
const MOST_RATIO = 2;
const PLACEHOLDER = 'css/no-picture.svg';
const FAILED = 'The picture cannot be shown';

/** Makes an element with properties and children. */
export function element(name, properties = {}, ...children) {
	const made = Object.assign(document.createElement(name), properties);
	made.append(...children);
	return made;
}

/** Text without accents and capitals, for the search. */
export const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/**
 * Makes the card of an image.
 * @param {object} image an entry of the server's list
 * @param {string} page the name after which the page of the list begins that the entry is on
 * @param {URL} root of the server
 * @returns {object} `{id, item, page, folder, text, isBuilding, showPyramid}`: the list item, the folder's path, the text to search in,
 *     whether the pyramid is being built, and `showPyramid(pyramid)`, which returns whether anything has changed
 */
export function makeCard({ id, width, height, thumbnail, links, pyramid }, page, root) {
	const cut = id.lastIndexOf('/');
	const name = id.slice(cut + 1);
	const picture = element('img', { loading: 'lazy', alt: '', src: resolveLink(thumbnail, links.self, root) });
	picture.addEventListener('error', () => Object.assign(picture, { src: new URL(PLACEHOLDER, root), alt: FAILED }), { once: true });
	const bar = element('i');
	const size = element('p', { className: 'size' });
	const view = resolveLink(links.view, links.self, root);
	const link = element('a', { href: view, title: name }, picture, bar, element('p', { className: 'name' }, name), size);
	const item = element('li', {}, link);
	item.style.setProperty('--ratio', Math.min(MOST_RATIO, Math.max(LEAST_RATIO, width / height || 1)));
	const card = { id, item, page, folder: id.slice(0, Math.max(0, cut)), text: plain(id), isBuilding: false };
	let shown; // the words of the last build
	card.showPyramid = (status) => {
		card.isBuilding = status?.state === 'building';
		const share = `${Math.floor(100 * status?.progress)}%`;
		const words = card.isBuilding ? `Preparing, ${share}` : formatSize({ width, height });
		const hasChanged = words !== shown;
		shown = words;
		bar.hidden = !card.isBuilding;
		bar.style.width = share;
		size.textContent = words;
		return hasChanged;
	};
	card.showPyramid(pyramid);
	return card;
}

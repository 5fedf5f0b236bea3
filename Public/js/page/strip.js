// The strip of the pages of a file.

import { segment } from './address.js';
import { parts } from './common.js';

/**
 * Shows a link with a thumbnail for each page, where the file has several.
 * @param {{id: string, pages: number|undefined}} image page 3 of a file has an id that ends with `;3`
 */
export function showStrip({ id, pages }) {
	const current = Number(/;(\d+)$/.exec(id)?.[1] ?? 1);
	if (!(pages > 1 && current <= pages)) return;
	const { strip } = parts;
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

// The gallery: all images by folder, or the folder that the address's fragment names. The list comes page by page as one scrolls.

import { watchBuilds } from './gallery/builds.js';
import { element, makeCard, plain } from './gallery/card.js';
import { decode, format, parts, showNotice } from './page/common.js';
import { fetchJSON } from './server/api.js';

const PAGE_LENGTH = 100; // images
const FEW = 3; // images up to which the pictures are larger
const AHEAD = 800; // CSS px before the list's end at which its next page is asked for
const root = new URL('.', document.baseURI);
const { search, trail, title, count, sections, notice, retry, more } = parts;

const cards = [];
let cursor = ''; // the name after which the list goes on; null at its end
let isLoading = false;
let lists; // of the folders that are shown, by their paths
let goal = history.state?.top ?? 0; // CSS px to which the page scrolls once enough of the list has come

const folderLink = (path) => `#${encodeURIComponent(path)}`;
const currentFolder = () => decode(location.hash.slice(1), '');
const ask = (after) => fetchJSON(new URL(`images?limit=${PAGE_LENGTH}&after=${encodeURIComponent(after)}`, root));
const watchNewBuilds = watchBuilds(cards, ask);
// Several changes may be told together; the last one counts.
const listEnd = new IntersectionObserver((changes) => {
	if (changes.at(-1).isIntersecting) load();
}, { rootMargin: `${AHEAD}px` });

function listOf(folder) {
	if (lists.has(folder)) return lists.get(folder);
	const list = element('ul');
	if (folder === currentFolder()) sections.prepend(element('section', {}, list));
	else {
		const link = element('a', { href: folderLink(folder) }, folder.replaceAll('/', ' / '));
		sections.append(element('section', {}, element('h2', {}, link), list));
	}
	lists.set(folder, list);
	return list;
}

/** Adds those of the cards that are in the folder and have all words of the search in their path. */
function add(added) {
	const here = currentFolder();
	const words = plain(search.value).split(/\s+/);
	for (const { item, folder, text } of added) {
		const isInside = here === '' || `${folder}/`.startsWith(`${here}/`);
		if (isInside && words.every((word) => text.includes(word))) listOf(folder).append(item);
	}
	const shown = sections.querySelectorAll('li').length;
	sections.className = shown > FEW ? '' : 'few';
	more.hidden = cursor === null;
	count.textContent = shown ? `${format(shown)}${more.hidden ? '' : '+'} image${shown === 1 ? '' : 's'}` : '';
	notice.hidden = shown > 0 || !more.hidden;
	if (notice.hidden) {
		// An observer tells changes only: observed anew, it tells whether the end is still in view.
		listEnd.unobserve(more);
		listEnd.observe(more);
	} else showNotice(search.value || here ? 'none' : 'empty');
}

/** Shows the folder and the search anew. */
function show() {
	const path = currentFolder().split('/').filter(Boolean);
	title.textContent = path.at(-1) ?? 'Gallery';
	document.title = [...path.slice(-1), 'Azulejo'].join(' — ');
	trail.hidden = path.length === 0;
	trail.replaceChildren(...path.map((_, depth) =>
		element('a', { href: folderLink(path.slice(0, depth).join('/')) }, path[depth - 1] ?? 'Gallery')));
	sections.replaceChildren();
	lists = new Map();
	add(cards);
}

/** Loads the next page of the list. */
async function load() {
	if (isLoading || cursor === null) return;
	isLoading = true;
	try {
		const page = cursor;
		const { images, next } = await ask(page);
		const added = images.map((image) => makeCard(image, page, root));
		cards.push(...added);
		cursor = next;
		add(added);
		watchNewBuilds();
	} catch ({ message }) {
		more.hidden = true;
		showNotice('failed', message);
	}
	isLoading = false;
	if (goal) returnToPlace();
}

/** Keeps the place in the history, for the way back. */
const keepPlace = () => history.replaceState({ top: scrollY, words: search.value }, '');

/** Scrolls to where one was, as soon as the list is long enough. */
function returnToPlace() {
	scrollTo(0, goal);
	if (scrollY < goal - 1 && !more.hidden) load();
	else goal = 0;
}

more.addEventListener('click', load);
retry.addEventListener('click', load);
search.addEventListener('input', show);
addEventListener('hashchange', () => {
	show();
	goal = history.state?.top ?? 0;
	returnToPlace();
});
addEventListener('click', keepPlace, true);
addEventListener('pagehide', keepPlace);
history.scrollRestoration = 'manual';
search.value = history.state?.words ?? '';
show();
load();

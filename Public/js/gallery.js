// The gallery, or its folder that the hash names.

import { decode, format, formatSize, parts, tell } from './page.js';
import { fetchJSON, resolveLink } from './server.js';

const PAGE = 100;
const FEW = 3;
const DELAY = 2000; // ms between looks at builds
const root = new URL('.', document.baseURI);
const { search, trail, title, count, sections, notice, retry, more } = parts;

const entries = [];
let cursor = ''; // where it goes on; null at the end
let isLoading = false;
let timer;
let goal = history.state?.top;
let lists;

const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const folderLink = (path) => `#${encodeURIComponent(path)}`;
const currentFolder = () => decode(location.hash.slice(1), '');

function element(name, properties = {}, ...children) {
	const made = Object.assign(document.createElement(name), properties);
	made.append(...children);
	return made;
}

function makeEntry({ id, width, height, thumbnail, links, pyramid }, page) {
	const cut = id.lastIndexOf('/');
	const picture = element('img', { loading: 'lazy', alt: '', src: resolveLink(thumbnail, links.self, root) });
	picture.onerror = () => (picture.style.visibility = 'hidden'); // no torn paper
	const name = id.slice(cut + 1);
	const bar = element('i');
	const size = element('p', { className: 'size' });
	const item = element('li', {}, element('a', { href: resolveLink(links.view, links.self, root), title: name }, picture, bar,
		element('p', { className: 'name' }, name), size));
	item.style.setProperty('--ratio', Math.min(2, Math.max(0.66, width / height || 1)));
	const entry = { id, item, page, folder: id.slice(0, Math.max(0, cut)), text: plain(id) };
	entry.show = (pyramid) => {
		entry.isBuilding = pyramid?.state === 'building';
		const share = `${Math.floor(100 * pyramid?.progress)}%`;
		bar.hidden = !entry.isBuilding;
		bar.style.width = share;
		size.textContent = entry.isBuilding ? `Preparing, ${share}` : formatSize({ width, height });
	};
	entry.show(pyramid);
	return entry;
}

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

function add(added) {
	const here = currentFolder();
	const words = plain(search.value).split(/\s+/);
	for (const { item, folder, text } of added) {
		const isInside = here === '' || `${folder}/`.startsWith(`${here}/`);
		if (!isInside || !words.every((word) => text.includes(word))) continue;
		listOf(folder).append(item);
	}
	const shown = sections.querySelectorAll('li').length;
	sections.className = shown > FEW ? '' : 'few';
	more.hidden = cursor === null;
	count.textContent = shown ? `${format(shown)}${more.hidden ? '' : '+'} image${shown === 1 ? '' : 's'}` : '';
	notice.hidden = shown > 0 || !more.hidden;
	if (notice.hidden) {
		// It tells changes only.
		end.unobserve(more);
		end.observe(more);
	} else tell(search.value || here ? 'none' : 'empty');
}

function show() {
	const path = currentFolder().split('/').filter(Boolean);
	title.textContent = path.at(-1) ?? 'Gallery';
	document.title = [...path.slice(-1), 'Azulejo'].join(' — ');
	trail.hidden = path.length === 0;
	trail.replaceChildren(...path.map((_, depth) =>
		element('a', { href: folderLink(path.slice(0, depth).join('/')) }, path[depth - 1] ?? 'Gallery')));
	sections.replaceChildren();
	lists = new Map();
	add(entries);
}

const ask = (after) => fetchJSON(new URL(`images?limit=${PAGE}&after=${encodeURIComponent(after)}`, root));

async function load() {
	if (isLoading || cursor === null) return;
	isLoading = true;
	try {
		const page = cursor;
		const { images, next } = await ask(page);
		const added = images.map((image) => makeEntry(image, page));
		entries.push(...added);
		cursor = next;
		add(added);
		schedule();
	} catch ({ message }) {
		more.hidden = true;
		tell('failed', message);
	}
	isLoading = false;
	if (goal) comeBack();
}

function schedule() {
	clearTimeout(timer);
	if (!document.hidden && entries.some((entry) => entry.isBuilding)) timer = setTimeout(look, DELAY);
}

async function look() {
	const matters = ({ isBuilding, item }) => {
		const { top, bottom } = item.getBoundingClientRect();
		return isBuilding || (bottom > 0 && top < innerHeight);
	};
	for (const page of new Set(entries.filter(matters).map((entry) => entry.page))) {
		const { images = [] } = await ask(page).catch(() => ({}));
		for (const { id, pyramid } of images) entries.find((entry) => entry.id === id)?.show(pyramid);
	}
	schedule();
}

const remember = () => history.replaceState({ top: scrollY, words: search.value }, '');

function comeBack() {
	scrollTo(0, goal);
	if (scrollY < goal - 1 && !more.hidden) load();
	else goal = 0;
}

// Changes may come together, the latest last.
const end = new IntersectionObserver((changes) => changes.at(-1).isIntersecting && load(), { rootMargin: '800px' });
more.addEventListener('click', load);
retry.addEventListener('click', load);
search.addEventListener('input', show);
addEventListener('hashchange', () => {
	show();
	goal = history.state?.top ?? 0;
	comeBack();
});
document.addEventListener('visibilitychange', () => {
	if (document.hidden) clearTimeout(timer);
	else look();
});
addEventListener('click', remember, true);
addEventListener('pagehide', remember);
history.scrollRestoration = 'manual';
search.value = history.state?.words ?? '';
show();
load();

// The gallery page: a section a folder, or one folder as its hash says.

import { decode, format, formatSize, parts, tell } from './page.js';
import { fetchJSON, resolveLink } from './server.js';

const PAGE = 100;
const FEW = 3;
const root = new URL('.', document.baseURI);
const { search, trail, title, count, sections, notice, retry, more } = parts;

const entries = []; // all that the server has told so far
let cursor = ''; // where it goes on; null at the end
let isLoading = false;
let lists; // folder -> its <ul>

const plain = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const folderLink = (path) => `#${encodeURIComponent(path)}`;
const currentFolder = () => decode(location.hash.slice(1), '');

function element(name, properties = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
}

function makeEntry({ id, width, height, thumbnail, links }) {
    const cut = id.lastIndexOf('/');
    const picture = element('img', { loading: 'lazy', alt: '', src: resolveLink(thumbnail, root) });
    picture.addEventListener('error', () => Object.assign(picture, { className: 'missing', src: 'favicon.svg' }), { once: true });
    const name = id.slice(cut + 1);
    const item = element('li', {}, element('a', { href: resolveLink(links.view, root), title: name }, picture,
        element('p', { className: 'name' }, name),
        element('p', { className: 'size' }, formatSize({ width, height }))));
    // Beyond these shapes the picture has margins.
    item.style.setProperty('--ratio', Math.min(2, Math.max(0.66, width / height || 1)));
    return { item, folder: id.slice(0, Math.max(0, cut)), text: plain(id) };
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
        // The observer tells changes only: it has to look again.
        end.unobserve(more);
        end.observe(more);
    } else if (search.value) tell('Nothing found', `No image here has “${search.value}” in its name.`);
    else tell('No images yet', 'Put JPEG, PNG, TIFF or other images into the folder that is served, then reload.');
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

async function load() {
    if (isLoading || cursor === null) return;
    isLoading = true;
    try {
        const { images, next } = await fetchJSON(new URL(`images?limit=${PAGE}&after=${encodeURIComponent(cursor)}`, root));
        const added = images.map(makeEntry);
        entries.push(...added);
        cursor = next;
        add(added);
    } catch ({ message }) {
        more.hidden = true;
        tell('The images cannot be listed', message, true);
    }
    isLoading = false;
}

const end = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting && load(), { rootMargin: '800px' });
more.addEventListener('click', load);
retry.addEventListener('click', load);
search.addEventListener('input', show);
addEventListener('hashchange', () => {
    show();
    scrollTo(0, 0);
});
show();
load();

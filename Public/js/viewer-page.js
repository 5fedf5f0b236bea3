// The viewer page.

import './azulejo-viewer.js';
import { decode, formatSize, parts, tell } from './page.js';
import { makeName } from './server.js';
import { handleKey, ZOOM_STEP } from './surface.js';

const root = new URL('..', location.href);
const segment = location.pathname.split('/').at(-1);
const { viewer, notice, wait, copied, name: title, size, back, percent, out, in: inward, full, spoken, map } = parts;
const { strip, menu, save, together, part } = parts;
const [overview, frame] = map.children;
let role;

/** Screen px an image px. */
function percentage(zoom) {
	const value = zoom * devicePixelRatio * 100;
	return `${value.toFixed(value < 9.95 ? 1 : 0)}%`;
}

function show(path) {
	const name = path.split('/').at(-1);
	title.textContent = viewer.ariaLabel = name;
	document.title = `${name} — Azulejo`;
}

function openHash({ newURL }) {
	const [, x, y, width, height] = /#xywh=(?:pixel:)?(\d{1,9}),(\d{1,9}),(\d{1,9}),(\d{1,9})$/.exec(newURL)?.map(Number) ?? [];
	if (width && height) viewer.region = { x, y, width, height };
	else viewer.fit();
}

const setAddress = (address) => history.replaceState(history.state, '', address);

function keepPlace() {
	const { x, y, width, height } = viewer.region;
	setAddress(`#xywh=${[x, y, width, height].map(Math.round)}`);
}

function showPages({ id, pages }) {
	const current = /;(\d+)$/.exec(id)?.[1] ?? 1;
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

function showMap({ image, region: { x, y, width, height } }) {
	map.hidden = width > 0.999 * image.width && height > 0.999 * image.height;
	if (map.hidden) return;
	overview.src ||= image.thumbnail;
	const insets = [y / image.height, 1 - (x + width) / image.width, 1 - (y + height) / image.height, x / image.width];
	frame.style.inset = insets.map((share) => `${100 * share}%`).join(' ');
}

function goByMap({ buttons, offsetX, offsetY }) {
	const { image, region } = viewer;
	const x = offsetX / overview.width * image.width - region.width / 2;
	const y = offsetY / overview.height * image.height - region.height / 2;
	if (buttons) viewer.region = { ...region, x, y };
}

async function share() {
	keepPlace();
	const url = location.href;
	if (navigator.share) return navigator.share({ url }).catch(() => {});
	copied.hidden = !await navigator.clipboard?.writeText(url).then(() => true, () => false);
	if (copied.hidden) prompt('The link to this view', url);
	setTimeout(() => {
		copied.hidden = true;
	}, 2000);
}

function meet(name) {
	setAddress((name ? `?session=${name}` : location.pathname) + location.hash);
	if (name) viewer.setAttribute('session', name);
	else viewer.removeAttribute('session');
}

function setWaiting(isWaiting) {
	wait.hidden = !isWaiting;
	notice.hidden = true;
}

const on = (type, listener) => viewer.addEventListener(type, listener);
on('describe', () => {
	show(viewer.image.id);
	size.textContent = formatSize(viewer.image);
	showPages(viewer.image);
});
addEventListener('hashchange', openHash);
on('paint', () => setWaiting(false));
on('viewportchange', ({ detail: { zoom } }) => {
	const { destination, zooms } = viewer;
	percent.textContent = percentage(zoom);
	out.ariaDisabled = destination.zoom < zooms.min * 1.0001;
	showMap(viewer);
	inward.ariaDisabled = destination.zoom > zooms.max * 0.9999;
});
on('settle', ({ detail: { zoom } }) => {
	spoken.textContent = `Zoom ${percentage(zoom)}`;
	keepPlace();
});
on('session', ({ detail }) => {
	role = detail;
	spoken.textContent = part.textContent = part.dataset[role];
	part.hidden = !role;
	together.textContent = together.dataset[!part.hidden];
});
on('error', ({ detail: { message, status, fatal } }) => {
	setWaiting(false);
	if (!fatal) return;
	if (status === 404) tell('missing');
	else tell('failed', message);
});

const buttons = {
	out: () => viewer.zoomBy(1 / ZOOM_STEP),
	in: () => viewer.zoomBy(ZOOM_STEP),
	actual: () => viewer.zoomTo(1 / devicePixelRatio),
	fit: () => viewer.fit(),
	full: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
	link: share,
	save: () => {
		save.href = viewer.snapshot;
	},
	together: () => {
		if (role) return meet();
		meet(makeName());
		share();
	},
	part: () => (role === 'detached' ? viewer.join() : meet() ?? viewer.focus()),
	retry: () => {
		setWaiting(true);
		viewer.retry();
	},
};
for (const [id, action] of Object.entries(buttons)) parts[id].addEventListener('click', action);
for (const type of ['pointerdown', 'pointermove']) map.addEventListener(type, goByMap);
menu.addEventListener('click', () => menu.hidePopover());
full.hidden = !document.fullscreenEnabled;
document.addEventListener('fullscreenchange', () => {
	full.ariaPressed = document.fullscreenElement !== null;
});
document.addEventListener('keydown', (event) => handleKey(viewer, event));
// Back to the same place.
back.addEventListener('click', (event) => {
	if (document.referrer !== root.href || event.ctrlKey || event.metaKey || event.shiftKey) return;
	event.preventDefault();
	history.back();
});

show(decode(segment, segment));
openHash({ newURL: location.href });
const session = new URL(location).searchParams.get('session');
if (session) meet(session);
viewer.setAttribute('src', new URL(`images/${segment}`, root).href);

// The viewer page: the element, and the bar, title and notices around it.

import './azulejo-viewer.js';
import { handleKey, ZOOM_STEP } from './element/input.js';
import { decode, formatSize, parts, showNotice } from './page/common.js';
import { listenToOverview, regionOf, root, segment, setRegion, showStrip, updateOverview } from './page/navigation.js';
import { beginSharing } from './page/sharing.js';

const BOUND = 1e-4; // the relative distance to a bound of the zoom from which its button is disabled

const { viewer, notice, wait, name: title, size, back, percent, out, in: inward, full, spoken } = parts;

/** Px of the screen per image px, in words. */
function percentage(zoom) {
	const value = zoom * devicePixelRatio * 100;
	return `${value.toFixed(value < 9.95 ? 1 : 0)}%`;
}

/** Shows the name of the image: the last part of its path. */
function showName(path) {
	const name = path.split('/').at(-1);
	title.textContent = viewer.ariaLabel = name;
	document.title = `${name} — Azulejo`;
}

/** Shows the region that an address names, or the whole image. */
function openAddress(url) {
	const region = regionOf(url);
	if (region) viewer.region = region;
	else viewer.fit();
}

function setWaiting(isWaiting) {
	wait.hidden = !isWaiting;
	notice.hidden = true;
}

viewer.addEventListener('describe', () => {
	showName(viewer.image.id);
	size.textContent = formatSize(viewer.image);
	showStrip(viewer.image);
});
viewer.addEventListener('paint', () => setWaiting(false));
viewer.addEventListener('viewportchange', ({ detail: { zoom } }) => {
	const { destination, zooms } = viewer;
	percent.textContent = percentage(zoom);
	out.ariaDisabled = destination.zoom < zooms.min * (1 + BOUND);
	inward.ariaDisabled = destination.zoom > zooms.max * (1 - BOUND);
	updateOverview(viewer);
});
viewer.addEventListener('settle', ({ detail: { zoom } }) => {
	spoken.textContent = `Zoom ${percentage(zoom)}`;
	setRegion(viewer.region);
});
viewer.addEventListener('error', ({ detail: { message, status, fatal } }) => {
	setWaiting(false);
	if (!fatal) return;
	if (status === 404) showNotice('missing');
	else showNotice('failed', message);
});

const buttons = {
	out: () => viewer.zoomBy(1 / ZOOM_STEP),
	in: () => viewer.zoomBy(ZOOM_STEP),
	actual: () => viewer.zoomTo(1 / devicePixelRatio),
	fit: () => viewer.fit(),
	full: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
	retry: () => {
		setWaiting(true);
		viewer.retry();
	},
};
for (const [id, action] of Object.entries(buttons)) parts[id].addEventListener('click', action);
full.hidden = !document.fullscreenEnabled;
document.addEventListener('fullscreenchange', () => {
	full.ariaPressed = document.fullscreenElement !== null;
});
document.addEventListener('keydown', (event) => handleKey(viewer, event));
addEventListener('hashchange', ({ newURL }) => openAddress(newURL));
// The browser's own way back keeps the place in the gallery.
back.addEventListener('click', (event) => {
	if (document.referrer !== root.href || event.ctrlKey || event.metaKey || event.shiftKey) return;
	event.preventDefault();
	history.back();
});
listenToOverview(viewer);

showName(decode(segment, segment));
openAddress(location.href);
beginSharing();
viewer.setAttribute('src', new URL(`images/${segment}`, root).href);

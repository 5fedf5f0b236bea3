// The viewer page: gives the element the image that the page's own address names, and ties the bar and the notices to it.

import './azulejo-viewer.js';
import { handleKey, ZOOM_STEP } from './input.js';

const PATIENCE = 400; // ms; what comes sooner needs no word about waiting
const root = new URL('..', location.href);
const segment = location.pathname.split('/').at(-1);
const number = new Intl.NumberFormat('en');
const viewer = document.querySelector('azulejo-viewer');
const part = (id) => document.getElementById(id);
const [notice, wait, percent, out, inward, full] = 'notice wait percent out in full'.split(' ').map(part);
let patience;

function nameOf(encoded) {
    try {
        return decodeURIComponent(encoded).split('/').at(-1);
    } catch {
        return encoded; // an address typed by hand
    }
}

/** One px of the image on one px of the screen is 100 %. */
function percentage(zoom) {
    const value = zoom * devicePixelRatio * 100;
    return `${value < 9.95 ? value.toFixed(1) : Math.round(value)}%`;
}

function beginWaiting() {
    notice.hidden = true;
    patience = setTimeout(sayWaiting, PATIENCE, 'Opening the image');
}

function sayWaiting(text, share) {
    const [label, bar] = wait.children;
    label.textContent = text;
    if (share > 0) bar.value = share;
    wait.hidden = false;
}

function stopWaiting() {
    clearTimeout(patience);
    wait.hidden = true;
}

const on = (type, listener) => viewer.addEventListener(type, listener);
on('describe', () => {
    part('size').textContent = `${number.format(viewer.image.width)} × ${number.format(viewer.image.height)}`;
});
on('progress', ({ detail: { state, progress } }) => {
    if (state === 'building') sayWaiting(`Preparing the image, ${Math.floor(progress * 100)}%`, progress);
    else if (state !== 'none') stopWaiting();
});
on('ready', stopWaiting);
on('viewportchange', ({ detail: { zoom } }) => {
    const { destination, zooms } = viewer;
    percent.textContent = percentage(zoom);
    out.ariaDisabled = destination.zoom < zooms.min * 1.0001;
    inward.ariaDisabled = destination.zoom > zooms.max * 0.9999;
});
on('settle', ({ detail: { zoom } }) => {
    part('spoken').textContent = `Zoom ${percentage(zoom)}`;
});
on('error', ({ detail: { message, status, fatal } }) => {
    stopWaiting();
    if (!fatal) return;
    const isMissing = status === 404;
    const [title, text, button] = notice.children;
    title.textContent = isMissing ? 'There is no such image' : 'This image cannot be shown';
    text.textContent = isMissing ? 'It may have been moved or renamed.' : message;
    button.hidden = isMissing || status === 422;
    notice.hidden = false;
});

const buttons = {
    out: () => viewer.zoomBy(1 / ZOOM_STEP),
    in: () => viewer.zoomBy(ZOOM_STEP),
    actual: () => viewer.zoomTo(1 / devicePixelRatio),
    fit: () => viewer.fit(),
    full: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
    retry: () => {
        beginWaiting();
        viewer.retry();
    },
};
for (const [id, action] of Object.entries(buttons)) part(id).addEventListener('click', action);
full.hidden = !document.fullscreenEnabled;
document.addEventListener('fullscreenchange', () => {
    full.ariaPressed = document.fullscreenElement !== null;
});
// Keys work wherever the focus is; the viewer marks those that it has used itself.
document.addEventListener('keydown', (event) => handleKey(viewer, event));
// Back as the browser does it keeps the place in the gallery.
part('back').addEventListener('click', (event) => {
    if (document.referrer !== root.href || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.back();
});

const name = nameOf(segment);
part('name').textContent = name;
document.title = `${name} — Azulejo`;
viewer.ariaLabel = name;
viewer.setAttribute('src', new URL(`images/${segment}`, root).href);
beginWaiting();

// The viewer page: its address names the image.

import './azulejo-viewer.js';
import { decode, formatSize, parts, tell } from './page.js';
import { handleKey, ZOOM_STEP } from './surface.js';

const PATIENCE = 400; // ms without a word about waiting
const root = new URL('..', location.href);
const segment = location.pathname.split('/').at(-1);
const { viewer, notice, wait, name: title, size, back, percent, out, in: inward, full, spoken, map, strip } = parts;
const [overview, frame] = map.children;
let patience;

/** Px of the screen a px of the image. */
function percentage(zoom) {
  const value = zoom * devicePixelRatio * 100;
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)}%`;
}

function show(path) {
  const name = path.split('/').at(-1);
  title.textContent = viewer.ariaLabel = name;
  document.title = `${name} — Azulejo`;
}

/** `#xywh=`, in px of the image. */
function openHash() {
  const [x, y, width, height] = (/^#xywh=(?:pixel:)?(\d+),(\d+),(\d+),(\d+)$/.exec(location.hash) ?? []).slice(1).map(Number);
  if (width && height) viewer.region = { x, y, width, height };
  else viewer.fit();
}

/** A link a page. */
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

/** Where the view is, while it is not all. */
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

function beginWaiting() {
  stopWaiting();
  patience = setTimeout(() => {
    wait.hidden = false;
  }, PATIENCE);
}

function stopWaiting() {
  clearTimeout(patience);
  wait.hidden = notice.hidden = true;
}

const on = (type, listener) => viewer.addEventListener(type, listener);
on('describe', () => {
  show(viewer.image.id);
  size.textContent = formatSize(viewer.image);
  showPages(viewer.image);
});
addEventListener('hashchange', openHash);
on('paint', stopWaiting);
on('viewportchange', ({ detail: { zoom } }) => {
  const { destination, zooms } = viewer;
  percent.textContent = percentage(zoom);
  out.ariaDisabled = destination.zoom < zooms.min * 1.0001;
  showMap(viewer);
  inward.ariaDisabled = destination.zoom > zooms.max * 0.9999;
});
on('settle', ({ detail: { zoom } }) => {
  spoken.textContent = `Zoom ${percentage(zoom)}`;
  const { x, y, width, height } = viewer.region;
  history.replaceState(history.state, '', `#xywh=${[x, y, width, height].map(Math.round)}`);
});
on('error', ({ detail: { message, status, fatal } }) => {
  stopWaiting();
  if (!fatal) return;
  if (status === 404) tell('There is no such image', 'It may have been moved or renamed.');
  else tell('This image cannot be shown', message, true);
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
for (const [id, action] of Object.entries(buttons)) parts[id].addEventListener('click', action);
for (const type of ['pointerdown', 'pointermove']) map.addEventListener(type, goByMap);
full.hidden = !document.fullscreenEnabled;
document.addEventListener('fullscreenchange', () => {
  full.ariaPressed = document.fullscreenElement !== null;
});
// Wherever the focus is.
document.addEventListener('keydown', (event) => handleKey(viewer, event));
// The browser's way back keeps the gallery's place.
back.addEventListener('click', (event) => {
  if (document.referrer !== root.href || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  history.back();
});

show(decode(segment, segment));
openHash();
viewer.setAttribute('src', new URL(`images/${segment}`, root).href);
beginWaiting();

// The element's inside, size, pointers and keys.

import { PAN_SLOP } from './viewport.js';

const MOST_PIXELS = 16_777_216; // of a canvas of iOS
const WHEEL_UNITS = [1, 40, 800]; // of px, lines, pages
export const ZOOM_STEP = 1.5;
const MOVE_STEP = 1 / 8; // of the view

export const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

const sheet = new CSSStyleSheet(); // which a strict policy allows
sheet.replaceSync(`
	:host { display: block; position: relative; overflow: hidden; contain: strict; outline-offset: -3px; }
	:host([hidden]), [hidden] { display: none !important; }
	canvas {
		position: absolute; touch-action: none; cursor: grab;
		user-select: none; -webkit-user-select: none; -webkit-touch-callout: none;
	}
	canvas:active { cursor: grabbing; }
	div {
		position: absolute; inset: auto 0 9rem; width: fit-content; max-width: 90%; margin: auto; padding: .5rem 1rem;
		border-radius: 1.5rem; font: .875rem/1.4 system-ui; color: #fff; background: #14213d;
	}
	div + div { opacity: 0; pointer-events: none; }
	button { margin-left: 1rem; font: inherit; cursor: pointer; }
	i, p { position: absolute; inset: env(safe-area-inset-top) auto auto 0; margin: 0; pointer-events: none; }
	i { border: solid #3f6fe8; border-width: 4px 0 0; }
	p { opacity: 0; }
`);

export function buildShadow(host) {
	const root = host.attachShadow({ mode: 'open' });
	root.adoptedStyleSheets = [sheet];
	root.innerHTML = `<canvas></canvas><i role="progressbar" aria-label="Preparing the image" hidden></i><p role="status"></p>
		<div role="alert" hidden><span></span><button type="button">Try again</button></div>
		<div aria-hidden="true">Use two fingers, or Ctrl and the wheel</div>`;
	const [canvas, bar, status, note, hint] = root.children;
	const [reason, button] = note.children;
	return { canvas, bar, status, note, reason, button, hint };
}

export function showProgress({ bar, status }, { state, progress }) {
	const isBuilding = state === 'building';
	const words = { building: bar.ariaLabel, ready: 'The image is ready' };
	if (bar.hidden === isBuilding) status.textContent = words[state] ?? '';
	bar.hidden = !isBuilding;
	bar.ariaValueNow = Math.floor(100 * progress);
	bar.style.width = `${bar.ariaValueNow}%`;
}

/** By layout, page zoom or another screen. */
export function watchSize(element, signal, onSize) {
	const observer = new ResizeObserver((entries) => {
		const { width, height } = entries.at(-1).contentRect;
		const dpr = Math.min(8, devicePixelRatio);
		const share = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height * dpr * dpr || 1)));
		const sides = [width, height];
		onSize({ dpr, sides, pixels: sides.map((side) => Math.round(side * dpr * share)) });
	});
	const observe = () => {
		observer.disconnect();
		observer.observe(element);
		matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', observe, { once: true, signal });
	};
	signal.addEventListener('abort', () => observer.disconnect());
	observe();
}

/** Each pointer ends once. */
export function listenToPointers({ canvas: surface, hint }, signal, isCooperative, send) {
	const down = new Set();
	let origin;
	let cursor;
	let isDrag = false;
	let isPinch = false;
	let scale;

	const on = (target, types, listener, options) => {
		for (const type of types.split(' ')) target.addEventListener(type, listener, { signal, ...options });
	};
	const tell = (type, { pointerId: id, offsetX: x, offsetY: y, timeStamp: time }, more) => send({ type, id, time, x, y, ...more });
	const explain = () => hint.animate({ opacity: [1, 1, 0] }, 2000);
	const move = (event) => {
		tell('move', event);
		isDrag ||= Math.hypot(event.offsetX - origin.offsetX, event.offsetY - origin.offsetY) > PAN_SLOP;
	};
	const end = (event) => {
		if (!down.delete(event.pointerId)) return;
		if (event.type === 'pointerup') move(event);
		const isCancelled = event.type === 'pointercancel';
		if (isCancelled && isCooperative()) explain();
		tell(isCancelled ? 'cancel' : 'up', event);
	};
	const endAll = ({ timeStamp }) => {
		for (const pointerId of down) end({ pointerId, timeStamp });
	};

	on(surface, 'pointerdown', (event) => {
		if (event.button !== 0 || down.has(event.pointerId)) return;
		if (event.isTrusted) surface.setPointerCapture(event.pointerId);
		isDrag = isPinch = down.size > 0;
		down.add(event.pointerId);
		origin = event;
		tell('down', event, { isTouch: event.pointerType === 'touch' });
	});
	on(surface, 'pointermove', (event) => {
		cursor = event;
		// The release of one of several buttons is a move.
		if (event.pointerType === 'mouse' && !(event.buttons & 1)) end(event);
		else if (down.has(event.pointerId)) move(event);
	});
	on(surface, 'pointerup pointercancel lostpointercapture', end);
	on(window, 'blur', endAll);
	on(surface, 'contextmenu', (event) => {
		if (event.pointerType === 'touch') event.preventDefault(); // by a finger that rests
		else endAll(event);
	});
	on(surface, 'click', (event) => {
		if (isDrag) event.stopImmediatePropagation();
	}, { capture: true });
	on(surface, 'touchmove', (event) => {
		// Or the page would scroll.
		if (isPinch && event.cancelable) event.preventDefault();
	}, { passive: false });
	on(surface, 'gesturestart gesturechange', (event) => {
		event.preventDefault();
		if (event.type === 'gesturechange' && cursor && !down.size) tell('wheel', cursor, { factor: event.scale / scale });
		({ scale } = event);
	}, { passive: false });
	on(surface, 'wheel', (event) => {
		if (isCooperative() && !event.ctrlKey) return explain();
		event.preventDefault();
		const distance = event.deltaY * WHEEL_UNITS[event.deltaMode];
		// ctrlKey: a trackpad's pinch
		tell('wheel', event, { factor: event.ctrlKey ? Math.exp(-distance / 100) : 2 ** (-0.002 * distance) });
	}, { passive: false });
}

export function handleKey(viewer, event) {
	if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
	switch (event.key) {
		case '+': case '=': viewer.zoomBy(ZOOM_STEP); break;
		case '-': case '_': viewer.zoomBy(1 / ZOOM_STEP); break;
		case '0': case 'Home': viewer.fit(); break;
		case 'ArrowLeft': viewer.moveBy(-MOVE_STEP, 0); break;
		case 'ArrowRight': viewer.moveBy(MOVE_STEP, 0); break;
		case 'ArrowUp': viewer.moveBy(0, -MOVE_STEP); break;
		case 'ArrowDown': viewer.moveBy(0, MOVE_STEP); break;
		default: return;
	}
	event.preventDefault();
}

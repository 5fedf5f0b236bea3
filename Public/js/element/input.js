// Pointers, wheel and keys of the element, as events for the reducer of gestures and as calls of the element's methods.

import { PAN_SLOP } from '../geometry/gestures.js';

const WHEEL_UNITS = [1, 40, 800]; // CSS px of a wheel's unit: px, lines, pages
const PINCH_UNIT = 100; // CSS px of a trackpad's pinch that change the zoom by the factor e: what browsers make of it
const WHEEL_SPEED = -0.002; // doublings of the zoom per CSS px of a wheel
const HINT_TIME = 2000; // ms
/** The factor by which a key or a button changes the zoom. */
export const ZOOM_STEP = 1.5;
const MOVE_STEP = 1 / 8; // of the view

/**
 * Listens to pointers and the wheel. Each pointer that goes down ends exactly once, whatever the browser leaves out.
 * @param {object} parts as `buildShadow` returns them
 * @param {AbortSignal} signal ends it
 * @param {function(): boolean} isCooperative true while one finger and the bare wheel scroll the page
 * @param {function(object)} send gets events as `reduce` takes them
 */
export function listenToPointers({ canvas, hint }, signal, isCooperative, send) {
	const down = new Set(); // the ids of pointers
	let origin; // the last pointerdown
	let cursor; // the last pointermove
	let isDrag = false;
	let isPinch = false;
	let safariScale; // of the last gesture event

	const on = (target, types, listener, options) => {
		for (const type of types) target.addEventListener(type, listener, { signal, ...options });
	};
	const report = (type, { pointerId: id, offsetX: x, offsetY: y, timeStamp: time }, more) => send({ type, id, time, x, y, ...more });
	const showHint = () => hint.animate({ opacity: [1, 1, 0] }, HINT_TIME);
	const move = (event) => {
		report('move', event);
		isDrag ||= Math.hypot(event.offsetX - origin.offsetX, event.offsetY - origin.offsetY) > PAN_SLOP;
	};
	const end = (event) => {
		if (!down.delete(event.pointerId)) return;
		if (event.type === 'pointerup') move(event);
		const isCancelled = event.type === 'pointercancel';
		if (isCancelled && isCooperative()) showHint();
		report(isCancelled ? 'cancel' : 'up', event);
	};
	const endAll = ({ timeStamp }) => {
		for (const pointerId of down) end({ pointerId, timeStamp });
	};

	on(canvas, ['pointerdown'], (event) => {
		if (event.button !== 0 || down.has(event.pointerId)) return;
		if (event.isTrusted) canvas.setPointerCapture(event.pointerId);
		isDrag = isPinch = down.size > 0;
		down.add(event.pointerId);
		origin = event;
		report('down', event, { isTouch: event.pointerType === 'touch' });
	});
	on(canvas, ['pointermove'], (event) => {
		cursor = event;
		// A mouse with several buttons down reports the release of one as a move.
		if (event.pointerType === 'mouse' && !(event.buttons & 1)) end(event);
		else if (down.has(event.pointerId)) move(event);
	});
	on(canvas, ['pointerup', 'pointercancel', 'lostpointercapture'], end);
	on(window, ['blur'], endAll);
	on(canvas, ['contextmenu'], (event) => {
		// A finger that rests opens the menu, too; but it may go on to move.
		if (event.pointerType === 'touch') event.preventDefault();
		else endAll(event);
	});
	on(canvas, ['click'], (event) => {
		if (isDrag) event.stopImmediatePropagation();
	}, { capture: true });
	on(canvas, ['touchmove'], (event) => {
		if (isPinch && event.cancelable) event.preventDefault(); // or the page would scroll
	}, { passive: false });
	// Safari reports the pinch of a trackpad in events of its own.
	on(canvas, ['gesturestart', 'gesturechange'], (event) => {
		event.preventDefault();
		if (event.type === 'gesturechange' && cursor && !down.size) report('wheel', cursor, { factor: event.scale / safariScale });
		safariScale = event.scale;
	}, { passive: false });
	on(canvas, ['wheel'], (event) => {
		if (isCooperative() && !event.ctrlKey) return showHint();
		event.preventDefault();
		const distance = event.deltaY * WHEEL_UNITS[event.deltaMode];
		// Other browsers report the pinch of a trackpad as a wheel with ctrlKey.
		report('wheel', event, { factor: event.ctrlKey ? Math.exp(-distance / PINCH_UNIT) : 2 ** (WHEEL_SPEED * distance) });
	}, { passive: false });
}

/**
 * Does what a key stands for: + and - zoom, the arrows move, 0 and Home show the whole image. A key that has been used, or that comes
 * with Ctrl, Meta or Alt, is left alone.
 * @param {HTMLElement} viewer an azulejo-viewer
 * @param {KeyboardEvent} event
 */
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

// Pointers, wheels and keys. Each pointer ends exactly once, whatever the browser forgets.

import { PAN_SLOP } from './gestures.js';

const WHEEL_UNITS = [1, 40, 800]; // CSS px of a deltaMode: px, lines, pages
export const ZOOM_STEP = 1.5;
const MOVE_STEP = 1 / 8; // of the view

/** `isCooperative()`: one finger and the bare wheel are the page's. */
export function listenToPointers(surface, signal, isCooperative, send) {
    const down = new Set();
    let origin;
    let isDrag = false;
    let isPinch = false; // until the last finger lifts
    let scale; // of Safari's own pinch

    const on = (target, types, listener, options) => {
        for (const type of types.split(' ')) target.addEventListener(type, listener, { signal, ...options });
    };
    const tell = (type, { pointerId: id, clientX, clientY, timeStamp: time }, more) => {
        const { left, top } = surface.getBoundingClientRect();
        const point = { x: clientX - left, y: clientY - top };
        send({ type, id, time, ...point, ...more });
        return point;
    };
    const move = (event) => {
        const { x, y } = tell('move', event);
        isDrag ||= Math.hypot(x - origin.x, y - origin.y) > PAN_SLOP;
    };
    const end = (event) => {
        if (!down.delete(event.pointerId)) return;
        if (event.type === 'pointerup') move(event);
        tell(event.type === 'pointercancel' ? 'cancel' : 'up', event);
    };
    const endAll = ({ timeStamp }) => {
        for (const pointerId of down) end({ pointerId, timeStamp });
    };

    on(surface, 'pointerdown', (event) => {
        if (event.button !== 0 || down.has(event.pointerId)) return;
        if (event.isTrusted) surface.setPointerCapture(event.pointerId);
        isDrag = isPinch = down.size > 0;
        down.add(event.pointerId);
        origin = tell('down', event, { isTouch: event.pointerType === 'touch' });
    });
    on(surface, 'pointermove', (event) => {
        // The release of one of several buttons is a move, and capture promises no pointerup.
        if (event.pointerType === 'mouse' && !(event.buttons & 1)) end(event);
        else if (down.has(event.pointerId)) move(event);
    });
    on(surface, 'pointerup pointercancel lostpointercapture', end);
    on(window, 'blur', endAll);
    on(surface, 'contextmenu', (event) => {
        if (event.pointerType === 'touch') event.preventDefault(); // a finger may rest before it moves
        else endAll(event);
    });
    on(surface, 'click', (event) => {
        if (isDrag) event.stopImmediatePropagation();
    }, { capture: true });
    on(surface, 'touchmove', (event) => {
        // Or the page would scroll by fingers that pinch.
        if (isPinch && event.cancelable) event.preventDefault();
    }, { passive: false });
    on(surface, 'gesturestart gesturechange', (event) => {
        event.preventDefault();
        if (event.type === 'gesturechange' && down.size === 0) tell('wheel', event, { factor: event.scale / scale });
        ({ scale } = event);
    }, { passive: false });
    on(surface, 'wheel', (event) => {
        if (isCooperative() && !event.ctrlKey) return;
        event.preventDefault();
        const distance = event.deltaY * WHEEL_UNITS[event.deltaMode];
        // ctrlKey: a trackpad's pinch, by the browser's own formula
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

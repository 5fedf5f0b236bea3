// What a step of a gesture means for the server (docs/gestures.md).

import { noGesture, speedOf } from './gestures.js';
import { pointAt } from './viewport.js';

/** True while the fingers of a gesture move the picture. */
const isMoving = ({ kind }) => kind === 'pan' || kind === 'zoom' || kind === 'pinch';

/**
 * The event that a step of a gesture makes. The viewport of an event without one is what is shown.
 * @param {object} before the gesture before the step
 * @param {object} event as `reduce` takes it
 * @param {{gesture: object, viewport: object|undefined, rest: object|undefined}} step what `reduce` has returned
 * @returns {object|undefined} `{gesture, phase, viewport, focus, speed}` for the session's `send`; undefined where the step is no event
 */
export function gestureEvent(before, event, { gesture: after, viewport, rest }) {
	if (event.type === 'wheel') {
		const shown = viewport ?? rest.to;
		return { gesture: 'wheel', phase: 'changed', viewport: shown, focus: pointAt(shown, event) };
	}
	const moved = isMoving(after) ? after : before;
	// The last finger of a pinch that lifts without having moved by itself ends the pinch.
	const gesture = moved.kind === 'pan' && !moved.isLiftingPinch ? 'pan' : 'pinch';
	if (isMoving(after) && isMoving(before)) return { gesture, phase: 'changed', focus: moved.focus, speed: speedOf(moved, event.time) };
	if (isMoving(after)) return { gesture, phase: 'began', viewport: moved.start };
	if (isMoving(before)) return { gesture, phase: event.type === 'cancel' ? 'cancelled' : 'ended', ...rest };
	// Only a double tap leads to `noGesture` itself: every other last finger leaves a gesture of its own.
	const isDoubleTap = rest && after === noGesture && event.type === 'up';
	if (isDoubleTap) return { gesture: 'doubleTap', phase: 'ended', viewport: before.start, focus: pointAt(before.start, before.press) };
	return undefined;
}

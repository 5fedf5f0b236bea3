// What the element shows: the viewport, the gesture under which it is, the motion that it is in, and the frames in which it is drawn.

import { gestureEvent, noGesture, reduce } from '../geometry/gestures.js';
import { makeMotion, prefersReducedMotion } from '../geometry/motion.js';
import { normalise } from '../geometry/viewport.js';

const SETTLE_TIME = 150; // ms without a change after which the view has settled

/** The view on one image. Without a scene there is nothing to show yet. */
export class ViewState {
	/** The scene, or null. `setScene` sets it. */
	scene = null;
	#viewport = null;
	#gesture = noGesture;
	#motion = null;
	#motionStart; // ms; undefined until the motion's first frame, where no event has begun it
	#frame = 0; // the request of an animation frame, or 0
	#settleTimer;
	#reported = null; // the viewport that `onChange` was last called with
	#callbacks;

	/**
	 * @param {object} callbacks
	 * @param {function()} callbacks.onFrame draws the viewport
	 * @param {function()} callbacks.onChange called after a frame with another viewport
	 * @param {function()} callbacks.onSettle called when nothing has changed for a moment and nothing is going on
	 * @param {function(object)} callbacks.onGesture gets events as `gestureEvent` makes them
	 */
	constructor(callbacks) {
		this.#callbacks = callbacks;
	}

	/** The viewport that is shown, at rest or in motion; null without a scene. */
	get viewport() {
		return this.#viewport;
	}

	/** The viewport where a motion will end; what is shown where there is none. */
	get destination() {
		return this.#motion?.to ?? this.#viewport;
	}

	/** True while fingers are down. */
	get isHeld() {
		return this.#gesture.kind !== 'none';
	}

	/** Ends everything. */
	end() {
		cancelAnimationFrame(this.#frame);
		clearTimeout(this.#settleTimer);
		this.scene = null;
	}

	/**
	 * Shows the image in another scene, at once. The caller draws.
	 * @param {object} scene
	 * @param {function(object, object|null): object} target as `go` takes it; gets null where there was no scene
	 */
	setScene(scene, target) {
		this.scene = scene;
		this.go(target, true);
	}

	/**
	 * One step of a gesture.
	 * @param {object} event as `reduce` takes it
	 */
	act(event) {
		const before = this.#gesture;
		const step = reduce(before, event, this.scene, this.#viewport, this.destination);
		const message = gestureEvent(before, event, step);
		this.#gesture = step.gesture;
		if (step.viewport) this.#show(step.viewport);
		if (message) this.#callbacks.onGesture(message);
		if (step.rest) this.#comeToRest(step.rest, event.time);
	}

	/**
	 * Ends a gesture and goes elsewhere.
	 * @param {function(object, object): object} target gets the scene and `destination`, returns a viewport, which is normalised
	 * @param {boolean} [isJump] at once, without a motion
	 */
	go(target, isJump = false) {
		this.#gesture = noGesture;
		const to = normalise(this.scene, target(this.scene, this.destination));
		if (isJump) this.#show(to);
		else this.#comeToRest({ to });
	}

	/** Draws with the next frame of the browser. */
	requestFrame() {
		if (this.scene && !this.#frame) this.#frame = requestAnimationFrame((time) => this.#drawFrame(time));
	}

	/** Draws now, whatever the browser's next frame is. */
	draw() {
		this.#drawFrame();
	}

	#show(viewport) {
		this.#viewport = viewport;
		this.#motion = null;
		this.requestFrame();
	}

	#comeToRest(rest, time) {
		const isCalm = prefersReducedMotion();
		const motion = makeMotion(this.scene, this.#viewport, isCalm ? { ...rest, speed: undefined } : rest);
		if (isCalm || !motion.time) {
			this.#show(motion.to);
			return;
		}
		this.#motion = motion;
		this.#motionStart = time;
		this.requestFrame();
	}

	#drawFrame(time) {
		cancelAnimationFrame(this.#frame);
		this.#frame = 0;
		if (this.#motion) this.#advance(time);
		this.#callbacks.onFrame();
		if (!this.scene) return; // a listener has ended it
		if (this.#viewport !== this.#reported) {
			this.#reported = this.#viewport;
			this.#waitToSettle();
			this.#callbacks.onChange();
		}
	}

	#advance(time) {
		this.#motionStart = Math.min(this.#motionStart ?? time, time);
		const elapsed = (time - this.#motionStart) / 1000;
		if (elapsed >= this.#motion.time) this.#show(this.#motion.to);
		else {
			this.#viewport = this.#motion.at(elapsed);
			this.requestFrame();
		}
	}

	#waitToSettle() {
		clearTimeout(this.#settleTimer);
		this.#settleTimer = setTimeout(() => {
			if (this.#motion || this.isHeld) this.#waitToSettle();
			else this.#callbacks.onSettle();
		}, SETTLE_TIME);
	}
}

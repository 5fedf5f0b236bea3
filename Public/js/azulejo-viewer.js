// <azulejo-viewer src="https://…/images/{id}">: an image that fingers, mouse, wheel and keys move and zoom, on pages of any origin.
//
// Events: `describe` (the image is known), `paint` (something of it can be seen), `ready` (the first full view is drawn),
// `viewportchange` and `settle` (with the viewport), `progress` (with the pyramid), `session` (with the role), `error` (with
// `{message, status, fatal}`; a fatal error leaves nothing to see, and the page has to say so).

import { handleKey, listenToPointers } from './element/input.js';
import {
	ATTRIBUTES, buildShadow, clearShadow, layOutCanvas, readRules, readTurns, showProgress, watchSize,
} from './element/surface.js';
import { ViewState } from './element/view-state.js';
import { describeImage, isUnbuilt } from './server/api.js';
import { watchPyramid } from './server/events.js';
import { openSession } from './server/session.js';
import { Picture } from './picture/picture.js';
import { prefersReducedMotion } from './geometry/motion.js';
import { centred, describeViewport, frame, limitZoom, makeScene, resize, visibleRegion, zoomAbout } from './geometry/viewport.js';

const SETTABLE = ['viewport', 'region'];

/** The element. Its properties are null until the image is known and the element has a size, unless said otherwise. */
export class AzulejoViewer extends HTMLElement {
	static observedAttributes = ATTRIBUTES;

	#shadow = buildShadow(this);
	#lifetime = null; // of what belongs to one image
	#view = null;
	#picture = null;
	#session = null;
	#size = null; // as `watchSize` tells it
	#sceneSize = null; // the size that the scene was made for
	#requested = null; // by the page, before there was a scene: a function from scene to viewport
	#isPainted = false;
	#isReady = false;

	constructor() {
		super();
		this.addEventListener('keydown', (event) => handleKey(this, event));
		this.#shadow.button.addEventListener('click', () => this.retry());
	}

	/** The image's JSON and addresses, as `describeImage` returns them; null until they have come. */
	get image() {
		return this.#picture?.image ?? null;
	}

	/** What is shown: `{zoom, x, y}` shows the image point p at (x, y) + zoom·p, in CSS px of the (turned) view. */
	get viewport() {
		const viewport = this.#view?.viewport;
		return viewport ? { ...viewport } : null;
	}

	/**
	 * Ends gesture and motion and shows the nearest viewport that may be at rest. Before there is a scene, it is remembered.
	 * @throws {RangeError} when the zoom is not above 0 or a number is not finite
	 */
	set viewport({ zoom, x, y }) {
		if (!(zoom > 0 && Number.isFinite(zoom + x + y))) throw new RangeError('zoom has to be above 0, x and y finite');
		this.#request(() => ({ zoom, x, y }));
	}

	/** The part of the image that is shown: `{x, y, width, height}` in image px. */
	get region() {
		return this.#scene && visibleRegion(this.#scene, this.#view.viewport);
	}

	/**
	 * Shows at least a region, in the middle, at once. Before there is a scene, it is remembered.
	 * @throws {RangeError} when a side is not above 0 or a number is not finite
	 */
	set region({ x, y, width, height }) {
		if (!(width > 0 && height > 0 && Number.isFinite(x + y + width + height))) throw new RangeError('a region is finite and not empty');
		this.#request((scene) => frame(scene, { x, y, width, height }));
	}

	/** The viewport where a motion will end; what is shown where there is none. */
	get destination() {
		const destination = this.#view?.destination;
		return destination ? { ...destination } : null;
	}

	/** The bounds of the zoom: `{min, max}`. */
	get zooms() {
		return this.#scene && { min: limitZoom(this.#scene, 0), max: limitZoom(this.#scene, Infinity) };
	}

	/** The URL of what is shown as one picture, unturned, on the server's background. */
	get snapshot() {
		if (!this.#scene) return null;
		const { view, scales, scale, offset } = describeViewport(this.#scene, this.#view.viewport);
		return `${this.image.viewport}/image.jpg?${new URLSearchParams({ ...view, ...scales, scale, offset: [offset.x, offset.y] })}`;
	}

	/** Follows the leader of the session again; leads where nobody does. */
	join() {
		this.#session?.join();
	}

	/** Zooms about the middle of the view. The zoom is CSS px per image px. */
	zoomTo(zoom) {
		this.#command((scene, from) => zoomAbout(from, limitZoom(scene, zoom), { x: scene.view.width / 2, y: scene.view.height / 2 }));
	}

	/** Zooms by a factor. */
	zoomBy(factor) {
		this.zoomTo(this.destination?.zoom * factor);
	}

	/** Moves by shares of the view, as it is seen: 0.5 along x brings what is at the right edge to the middle. */
	moveBy(x, y) {
		for (let turn = readTurns(this); turn > 0; turn--) [x, y] = [y, -x];
		this.#command(({ view }, from) => ({ ...from, x: from.x - x * view.width, y: from.y - y * view.height }));
	}

	/** Shows the whole image. */
	fit() {
		this.#command((scene) => centred(scene));
	}

	/** Tries again what has failed: tiles, or the image as a whole, in the same viewport. */
	retry() {
		this.#shadow.note.hidden = true;
		if (this.#picture && this.image.pyramid.state !== 'failed') {
			this.#picture.loader.retry();
			return;
		}
		const viewport = this.#view?.viewport;
		if (viewport) this.#requested = () => viewport;
		this.#restart();
	}

	connectedCallback() {
		if (!this.hasAttribute('tabindex')) this.tabIndex = 0;
		this.role ??= 'group';
		this.ariaRoleDescription ??= 'zoomable image';
		this.#start();
		this.#takeOverProperties();
	}

	disconnectedCallback() {
		this.#stop();
	}

	attributeChangedCallback(name, before, after) {
		if (name === 'background') this.#shadow.canvas.style.background = after ?? '';
		else if (name === 'session') this.#openSession();
		else if (name !== 'src') {
			if (this.#size) this.#size = { ...this.#size }; // another one: fingers that are down now lay it out when they lift
			this.#layOut();
		} else if (before !== after) {
			if (before !== null) this.#requested = null;
			this.#restart();
		}
	}

	get #scene() {
		return this.#view?.scene ?? null;
	}

	/** Properties that the page has set before the element was defined hide those of the class: they are set again, in the same order. */
	#takeOverProperties() {
		for (const name of Object.keys(this).filter((key) => SETTABLE.includes(key))) {
			const value = this[name];
			delete this[name];
			this[name] = value;
		}
	}

	#restart() {
		if (!this.#lifetime) return;
		this.#stop();
		this.#start();
	}

	#stop() {
		this.#session?.end();
		this.#lifetime?.abort();
		this.#view?.end();
		this.#lifetime = this.#view = this.#picture = this.#session = this.#size = this.#sceneSize = null;
		this.#isPainted = this.#isReady = false;
		clearShadow(this.#shadow);
	}

	#start() {
		this.#lifetime = new AbortController();
		const { signal } = this.#lifetime;
		this.#view = new ViewState({
			onFrame: () => this.#drawFrame(),
			onChange: () => this.#emit('viewportchange', this.viewport),
			onSettle: () => {
				this.#session.send();
				this.#emit('settle', this.viewport);
			},
			onGesture: (event) => this.#sendEvent(event),
		});
		const source = this.getAttribute('src');
		if (!source) return;
		watchSize(this, signal, (size) => {
			this.#size = size;
			this.#layOut();
		});
		listenToPointers(this.#shadow, signal, () => this.#scene?.isCooperative ?? false, (event) => this.#act(event));
		this.#open(source, signal);
	}

	async #open(source, signal) {
		try {
			const image = await describeImage(source, signal);
			signal.throwIfAborted();
			const view = this.#view;
			this.#picture = new Picture(this.#shadow.canvas, image, signal, () => view.requestFrame(), (status, detail) => {
				if (signal.aborted) return;
				// A tile of a pyramid that cannot be built, of which no event has told yet.
				if (isUnbuilt(image) && (status === 413 || status === 422)) receive({ state: 'failed', reason: detail });
				else this.#showError('Part of the image could not be loaded.', status, detail);
			});
			this.#emit('describe');
			this.#layOut();
			const { isWaiting } = this.#picture.loader;
			const receive = watchPyramid(image, signal, isWaiting, (pyramid) => this.#showPyramid(pyramid));
		} catch ({ message, status = 0 }) {
			if (!signal.aborted) this.#emit('error', { message, status, fatal: true });
		}
	}

	#showPyramid(pyramid) {
		const { state, reason = 'The image could not be prepared.' } = pyramid;
		showProgress(this.#shadow, pyramid);
		this.#emit('progress', pyramid);
		if (state === 'failed') this.#showError(reason, 0, reason, !this.#isPainted);
		this.#view?.requestFrame();
	}

	/** A fatal error is shown by the page, in place of the picture. */
	#showError(text, status, message = text, fatal = false) {
		this.#shadow.reason.textContent = text;
		this.#shadow.note.hidden = fatal;
		this.#emit('error', { message, status, fatal });
	}

	/** Makes the scene anew, for another size or other attributes; not while fingers are down, and not without a size. */
	#layOut() {
		if (!this.#picture || !this.#size?.sides.every(Boolean) || this.#view.isHeld) return;
		const { canvas } = this.#shadow;
		const { dpr, sides } = this.#size;
		const turns = readTurns(this);
		const [width, height] = turns % 2 ? sides.toReversed() : sides;
		const before = this.#scene;
		const scene = makeScene(this.image, { width, height, dpr }, dpr, readRules(this));
		this.#sceneSize = this.#size;
		canvas.style.touchAction = scene.isCooperative ? 'pan-x pan-y' : '';
		layOutCanvas(canvas, this.#size, turns);
		const requested = this.#requested;
		this.#requested = null;
		const open = () => requested?.(scene) ?? centred(scene, scene.scales.ideal);
		this.#view.setScene(scene, (_, from) => this.#followed ?? (before ? resize(before, scene, from) : open()));
		if (!before) this.#openSession();
		this.#view.draw(); // the canvas is empty now
	}

	#drawFrame() {
		const view = this.#view;
		const isSharp = this.#picture.draw(view.scene, view.viewport, view.destination, this.#sceneSize.ratio);
		if (!this.#isPainted && !this.#picture.isBlank) {
			this.#isPainted = true;
			this.#shadow.note.hidden = !this.#shadow.reason.textContent;
			this.#emit('paint');
		}
		if (!this.#isReady && isSharp) {
			this.#isReady = true;
			this.#emit('ready');
		}
	}

	#act(event) {
		if (!this.#scene) return;
		this.#view.act(event);
		if (!this.#view.isHeld && this.#size !== this.#sceneSize) this.#layOut();
		this.#follow();
	}

	#openSession() {
		this.#session?.end();
		this.#session = this.#scene && openSession(
			this.image,
			this.getAttribute('session'),
			() => [this.#scene, this.destination],
			(role) => this.#emit('session', role),
			() => this.#follow(),
		);
	}

	/** The viewport that shows what the leader shows, where the element follows one. */
	get #followed() {
		const region = this.#session?.region;
		return region && frame(this.#scene, region);
	}

	#follow() {
		if (this.#followed && !this.#view.isHeld) this.#view.go(() => this.#followed);
	}

	#sendEvent(event) {
		if (prefersReducedMotion()) delete event.speed; // the picture does not fly on
		this.#session?.detach();
		this.#session?.send(event);
	}

	/** Goes elsewhere by a motion, and tells the server where. */
	#command(target) {
		if (!this.#scene) return;
		this.#view.go(target);
		this.#sendEvent({ gesture: 'key', phase: 'ended', viewport: this.destination });
	}

	/** Goes elsewhere at once, or remembers it. */
	#request(target) {
		if (this.#scene) {
			this.#session?.detach();
			this.#view.go(target, true);
		} else this.#requested = target;
	}

	#emit(type, detail) {
		this.dispatchEvent(new CustomEvent(type, { detail }));
	}
}

if (!customElements.get('azulejo-viewer')) customElements.define('azulejo-viewer', AzulejoViewer);

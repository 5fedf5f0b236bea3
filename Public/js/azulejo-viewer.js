// The element: an image, its view, gestures and motion.

import { Picture } from './picture.js';
import { describe, isUnbuilt, openSession, watchPyramid } from './server.js';
import { buildShadow, handleKey, isCalm, listenToPointers, showProgress, watchSize } from './surface.js';
import {
	centred, describeViewport, frame, limitZoom, makeMotion, makeScene, noGesture, normalise, reduce, resize, visibleRegion, wordsFor,
	zoomAbout,
} from './viewport.js';

const SETTLE_TIME = 150; // ms without a change
const SCALES = ['min-scale', 'ideal-scale', 'max-scale', 'double-tap-scale'];

export class AzulejoViewer extends HTMLElement {
	static observedAttributes = ['src', 'background', 'mode', 'cancel', 'gestures', 'rotation', 'session', ...SCALES];

	#shadow = buildShadow(this);
	#lifetime = null;
	#picture = null;
	#session = null;
	#size = null;
	#scene = null;
	#viewport = null;
	#requested = null;
	#gesture = noGesture;
	#motion = null;
	#begin; // of the motion, in ms
	#frame = 0;
	#settleTimer;
	#told = null;
	#isPainted = false;
	#isReady = false;

	constructor() {
		super();
		this.addEventListener('keydown', (event) => handleKey(this, event));
		this.#shadow.button.addEventListener('click', () => this.retry());
	}

	get image() {
		return this.#picture?.image ?? null;
	}

	get viewport() {
		return this.#viewport && { ...this.#viewport };
	}

	/** Ends gesture and motion, and is normalised. */
	set viewport({ zoom, x, y }) {
		if (!(zoom > 0 && Number.isFinite(zoom + x + y))) throw new RangeError('zoom has to be above 0, x and y finite');
		this.#request(() => ({ zoom, x, y }));
	}

	/** In image px. */
	get region() {
		return this.#scene && visibleRegion(this.#scene, this.#viewport);
	}

	set region({ x, y, width, height }) {
		if (!(width > 0 && height > 0 && Number.isFinite(x + y + width + height))) throw new RangeError('a region is finite and not empty');
		this.#request((scene) => frame(scene, { x, y, width, height }));
	}

	get destination() {
		return this.#motion?.to ?? this.viewport;
	}

	get zooms() {
		return this.#scene && { min: limitZoom(this.#scene, 0), max: limitZoom(this.#scene, Infinity) };
	}

	get snapshot() {
		if (!this.#scene) return null;
		const { view, scales, scale, offset } = describeViewport(this.#scene, this.#viewport);
		return `${this.image.viewport}/image.jpg?${new URLSearchParams({ ...view, ...scales, scale, offset: [offset.x, offset.y] })}`;
	}

	join() {
		this.#session?.join();
	}

	zoomTo(zoom) {
		this.#command((scene, from) => zoomAbout(from, limitZoom(scene, zoom), { x: scene.view.width / 2, y: scene.view.height / 2 }));
	}

	zoomBy(factor) {
		this.zoomTo(this.destination?.zoom * factor);
	}

	/** By a share of the view. */
	moveBy(x, y) {
		for (let turn = this.#turns; turn > 0; turn--) [x, y] = [y, -x];
		this.#command(({ view }, from) => ({ ...from, x: from.x - x * view.width, y: from.y - y * view.height }));
	}

	fit() {
		this.#command((scene) => centred(scene));
	}

	retry() {
		this.#shadow.note.hidden = true;
		if (this.#picture && this.image.pyramid.state !== 'failed') return this.#picture.loader.retry();
		const viewport = this.#viewport;
		if (viewport) this.#requested = () => viewport;
		this.#restart();
	}

	connectedCallback() {
		if (!this.hasAttribute('tabindex')) this.tabIndex = 0;
		this.role ??= 'group';
		this.ariaRoleDescription ??= 'zoomable image';
		this.#start();
	}

	disconnectedCallback() {
		this.#stop();
	}

	attributeChangedCallback(name, before, after) {
		if (name === 'background') this.#shadow.canvas.style.background = after ?? '';
		else if (name === 'session') this.#meet();
		else if (name !== 'src') {
			this.#size &&= { ...this.#size }; // for when the fingers have lifted
			this.#layOut();
		} else if (before !== after) {
			if (before !== null) this.#requested = null;
			this.#restart();
		}
	}

	/** Quarters, clockwise. */
	get #turns() {
		return Math.round(this.getAttribute('rotation') / 90) & 3;
	}

	#restart() {
		if (!this.#lifetime) return;
		this.#stop();
		this.#start();
	}

	#stop() {
		this.#session?.end();
		this.#lifetime?.abort();
		cancelAnimationFrame(this.#frame);
		clearTimeout(this.#settleTimer);
		this.#lifetime = this.#picture = this.#session = this.#size = this.#scene = this.#viewport = this.#motion = this.#told = null;
		this.#gesture = noGesture;
		this.#frame = 0;
		this.#isPainted = this.#isReady = false;
		this.#shadow.note.hidden = this.#shadow.bar.hidden = true;
		this.#shadow.reason.textContent = '';
		this.#shadow.canvas.width = 0; // iOS counts px that nobody sees.
	}

	#start() {
		this.#lifetime = new AbortController();
		const { signal } = this.#lifetime;
		const source = this.getAttribute('src');
		if (!source) return;
		watchSize(this, signal, (size) => {
			this.#size = size;
			this.#layOut();
		});
		const isCooperative = () => this.#scene?.isCooperative;
		listenToPointers(this.#shadow, signal, isCooperative, (event) => this.#act(event));
		this.#open(source, signal);
	}

	async #open(source, signal) {
		try {
			const image = await describe(source, signal);
			signal.throwIfAborted();
			this.#picture = new Picture(this.#shadow.canvas, image, signal, () => this.#draw(), (status, detail) => {
				if (signal.aborted) return;
				if (isUnbuilt(image) && /413|422/.test(status)) tell({ state: 'failed', reason: detail });
				else this.#complain('Part of the image could not be loaded.', status, detail);
			});
			this.#emit('describe');
			this.#layOut();
			const tell = watchPyramid(image, signal, this.#picture.loader.isWaiting, (pyramid) => this.#hear(pyramid));
		} catch ({ message, status = 0 }) {
			if (!signal.aborted) this.#emit('error', { message, status, fatal: true });
		}
	}

	#hear(pyramid) {
		const { state, reason = 'The image could not be prepared.' } = pyramid;
		showProgress(this.#shadow, pyramid);
		this.#emit('progress', pyramid);
		if (state === 'failed') this.#complain(reason, 0, reason, !this.#isPainted);
		this.#draw();
	}

	/** The page says what is fatal. */
	#complain(text, status, message = text, fatal = false) {
		this.#shadow.reason.textContent = text;
		this.#shadow.note.hidden = fatal;
		this.#emit('error', { message, status, fatal });
	}

	#layOut() {
		if (!this.#picture || !this.#size?.sides.every(Boolean) || this.#gesture.kind !== 'none') return;
		const { canvas } = this.#shadow;
		const turns = this.#turns;
		const { dpr, sides, pixels } = this.#size;
		const [width, height] = turns % 2 ? sides.toReversed() : sides;
		const [across, down] = turns % 2 ? pixels.toReversed() : pixels;
		const [min, ideal, max, doubleTap] = SCALES.map((name) => {
			const scale = Number(this.getAttribute(name));
			return scale > 0 && scale < Infinity ? scale : undefined;
		});
		const before = this.#scene;
		const isCooperative = this.getAttribute('gestures') === 'cooperative';
		this.#scene = makeScene(this.image, { width, height, dpr }, dpr, {
			size: this.#size, min, ideal, max, doubleTap, isCooperative,
			isTemporary: this.getAttribute('mode') === 'temporary',
			isReset: this.getAttribute('cancel') === 'reset',
		});
		// Not to be stretched under fingers.
		Object.assign(canvas.style, {
			width: `${width}px`, height: `${height}px`, margin: `${(sides[1] - height) / 2}px ${(sides[0] - width) / 2}px`,
			rotate: `${90 * turns}deg`, touchAction: isCooperative ? 'pan-x pan-y' : '',
		});
		Object.assign(canvas, { width: across, height: down });
		const open = (scene) => this.#requested?.(scene) ?? centred(scene, scene.scales.ideal);
		this.#go((scene, at) => this.#followed ?? (before ? resize(before, scene, at) : open(scene)), true);
		this.#requested = null;
		if (!before) this.#meet();
		this.#drawNow(); // The resized canvas is empty.
	}

	#act(event) {
		if (!this.#scene) return;
		const step = reduce(this.#gesture, event, this.#scene, this.#viewport, this.destination);
		const { gesture, viewport, rest } = step;
		const words = wordsFor(this.#gesture, event, step);
		this.#gesture = gesture;
		if (viewport) this.#show(viewport);
		if (words) this.#tell(words);
		if (rest) this.#comeToRest(rest, event.time);
		if (gesture.kind === 'none' && this.#size !== this.#scene.size) this.#layOut();
		this.#follow();
	}

	#meet() {
		this.#session?.end();
		const look = () => [this.#scene, this.destination];
		const onRole = (role) => this.#emit('session', role);
		this.#session = this.#scene && openSession(this.image, this.getAttribute('session'), look, onRole, () => this.#follow());
	}

	get #followed() {
		const region = this.#session?.region;
		return region && frame(this.#scene, region);
	}

	#follow() {
		if (this.#followed && this.#gesture.kind === 'none') this.#go(() => this.#followed);
	}

	#tell(words) {
		if (isCalm()) delete words.speed;
		this.#session?.detach();
		this.#session?.tell(words);
	}

	#command(target) {
		if (!this.#scene) return;
		this.#go(target);
		this.#tell({ gesture: 'key', phase: 'ended', viewport: this.destination });
	}

	#request(target) {
		if (!this.#scene) this.#requested = target;
		else {
			this.#session?.detach();
			this.#go(target, true);
		}
	}

	#go(target, isJump) {
		this.#gesture = noGesture;
		const to = normalise(this.#scene, target(this.#scene, this.destination));
		if (isJump) this.#show(to);
		else this.#comeToRest({ to });
	}

	#show(viewport) {
		this.#viewport = viewport;
		this.#motion = null;
		this.#draw();
	}

	#comeToRest(rest, time) {
		const motion = makeMotion(this.#scene, this.#viewport, isCalm() ? { ...rest, speed: undefined } : rest);
		if (isCalm() || !motion.time) return this.#show(motion.to);
		this.#motion = motion;
		this.#begin = time;
		this.#draw();
	}

	#draw() {
		if (this.#scene) this.#frame ||= requestAnimationFrame((time) => this.#drawNow(time));
	}

	#drawNow(time) {
		cancelAnimationFrame(this.#frame);
		this.#frame = 0;
		if (this.#motion) {
			this.#begin = Math.min(this.#begin ?? time, time);
			const elapsed = (time - this.#begin) / 1000;
			if (elapsed >= this.#motion.time) this.#show(this.#motion.to);
			else {
				this.#viewport = this.#motion.at(elapsed);
				this.#draw();
			}
		}
		const ratio = this.#shadow.canvas.width / this.#scene.view.width;
		const isSharp = this.#picture.draw(this.#scene, this.#viewport, this.destination, ratio);
		if (!this.#isPainted && !this.#picture.isBlank) {
			this.#isPainted = true;
			this.#shadow.note.hidden = !this.#shadow.reason.textContent;
			this.#emit('paint');
		}
		if (!this.#isReady && isSharp) {
			this.#isReady = true;
			this.#emit('ready');
		}
		if (this.#viewport !== this.#told) {
			this.#told = this.#viewport;
			this.#settle();
			this.#emit('viewportchange', this.viewport);
		}
	}

	#settle() {
		clearTimeout(this.#settleTimer);
		this.#settleTimer = setTimeout(() => {
			if (this.#motion || this.#gesture.kind !== 'none') this.#settle();
			else {
				this.#session.tell();
				this.#emit('settle', this.viewport);
			}
		}, SETTLE_TIME);
	}

	#emit(type, detail) {
		this.dispatchEvent(new CustomEvent(type, { detail }));
	}
}

if (!customElements.get('azulejo-viewer')) customElements.define('azulejo-viewer', AzulejoViewer);

// The surface of the element, towards the browser: what is inside it (a canvas, the bar of a build, a note about errors, a hint about
// gestures), its size, and its attributes.

const MOST_PIXELS = 16_777_216; // of a canvas on iOS
const MOST_DPR = 8; // that the server takes
const PREPARING = 'Preparing the image';
const SCALES = { 'min-scale': 'min', 'ideal-scale': 'ideal', 'max-scale': 'max', 'double-tap-scale': 'doubleTap' };

const sheet = new CSSStyleSheet(); // a strict Content-Security-Policy allows it, but not a style element
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

/**
 * Fills the element.
 * @param {HTMLElement} host
 * @returns {object} the parts: `canvas`, `bar` (the progress of a build), `status` (the same for screen readers), `note` (an error) with
 *     `reason` (its words) and `button` (tries again), `hint` (how to zoom where the page scrolls)
 */
export function buildShadow(host) {
	const root = host.attachShadow({ mode: 'open' });
	root.adoptedStyleSheets = [sheet];
	root.innerHTML = `<canvas></canvas><i role="progressbar" aria-label="${PREPARING}" hidden></i><p role="status"></p>
		<div role="alert" hidden><span></span><button type="button">Try again</button></div>
		<div aria-hidden="true">Use two fingers, or Ctrl and the wheel</div>`;
	const [canvas, bar, status, note, hint] = root.children;
	const [reason, button] = note.children;
	return { canvas, bar, status, note, reason, button, hint };
}

/** Hides and empties everything, as it was before there was an image. */
export function clearShadow({ canvas, bar, note, reason }) {
	note.hidden = true;
	bar.hidden = true;
	reason.textContent = '';
	canvas.width = 0; // iOS counts the px of all canvases, also of those that nobody sees
}

/**
 * Shows how far a build is. Screen readers hear when it begins and when it ends, not each percent.
 * @param {object} parts as `buildShadow` returns them
 * @param {{state: string, progress: number}} pyramid the progress is 0 to 1
 */
export function showProgress({ bar, status }, { state, progress }) {
	const isBuilding = state === 'building';
	const words = { building: PREPARING, ready: 'The image is ready' };
	if (bar.hidden === isBuilding) status.textContent = words[state] ?? '';
	bar.hidden = !isBuilding;
	bar.ariaValueNow = Math.floor(100 * progress);
	bar.style.width = `${bar.ariaValueNow}%`;
}

/**
 * Lays the canvas over the element, turned about its middle, and gives it its number of px, which empties it.
 * @param {HTMLCanvasElement} canvas
 * @param {{box: [number, number], pixels: [number, number]}} size as `watchSize` tells it
 * @param {number} turns quarters, clockwise, 0 to 3
 */
export function layOutCanvas(canvas, { box, pixels }, turns) {
	const [width, height] = turns % 2 ? box.toReversed() : box;
	const [across, down] = turns % 2 ? pixels.toReversed() : pixels;
	// In px and not in percent, so that a canvas is not stretched when the element changes under fingers.
	Object.assign(canvas.style, {
		width: `${width}px`, height: `${height}px`, margin: `${(box[1] - height) / 2}px ${(box[0] - width) / 2}px`,
		rotate: `${90 * turns}deg`,
	});
	Object.assign(canvas, { width: across, height: down });
}

/**
 * Watches the size of an element: its layout, the zoom of the page, and a move to another screen.
 * @param {HTMLElement} element
 * @param {AbortSignal} signal ends it
 * @param {function(object)} onSize gets `{box, sides, pixels, dpr, ratio}`, each pair as [width, height]: `box` is the layout in CSS px;
 *     `sides` is the view in CSS px, which may differ from the box by less than one px of the screen; `pixels` is for the canvas;
 *     `dpr` is px of the screen per CSS px, and `ratio` px of the canvas per CSS px
 */
export function watchSize(element, signal, onSize) {
	const observer = new ResizeObserver((entries) => onSize(measure(entries.at(-1))));
	const observe = () => {
		observer.disconnect();
		try {
			observer.observe(element, { box: 'device-pixel-content-box' });
		} catch {
			observer.observe(element); // Safari does not know that box
		}
		matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', observe, { once: true, signal });
	};
	signal.addEventListener('abort', () => observer.disconnect());
	observe();
}

function measure(entry) {
	const { width, height } = entry.contentRect;
	const box = [width, height];
	const screen = devicePixels(entry);
	// The view is the px of the screen that the element covers: so one px of the canvas is one px of the screen, and no picture is
	// resampled where the layout ends between two px.
	const sides = screen ? screen.map((side) => side / devicePixelRatio) : box;
	const dpr = Math.min(MOST_DPR, devicePixelRatio);
	const share = Math.min(1, Math.sqrt(MOST_PIXELS / (sides[0] * sides[1] * dpr * dpr || 1)));
	const pixels = sides.map((side) => Math.round(side * dpr * share));
	const isExact = screen && share === 1 && dpr === devicePixelRatio;
	return { box, sides, pixels, dpr, ratio: isExact ? dpr : pixels[0] / sides[0] };
}

/** The px of the screen that the element covers, as [width, height]; null where the browser does not tell. */
function devicePixels({ contentRect, contentBoxSize, devicePixelContentBoxSize }) {
	const [content] = contentBoxSize ?? [];
	const [device] = devicePixelContentBoxSize ?? [];
	if (!content || !device) return null;
	// A browser that emulates another screen tells px of its own screen.
	const isEmulated = (side) => Math.abs(device[side] - content[side] * devicePixelRatio) >= 1;
	if (isEmulated('inlineSize') || isEmulated('blockSize')) return null;
	const isVertical = content.inlineSize !== contentRect.width; // vertical text
	return isVertical ? [device.blockSize, device.inlineSize] : [device.inlineSize, device.blockSize];
}

/** The attributes that the element observes. */
export const ATTRIBUTES = ['src', 'background', 'mode', 'cancel', 'gestures', 'rotation', 'session', ...Object.keys(SCALES)];

/**
 * The rules for gestures and the scales, for `makeScene`. An attribute that is missing or makes no sense leaves the default.
 * @param {Element} element
 * @returns {object} `{isCooperative, isTemporary, isReset, min, ideal, max, doubleTap}`
 */
export function readRules(element) {
	const rules = {
		isCooperative: element.getAttribute('gestures') === 'cooperative',
		isTemporary: element.getAttribute('mode') === 'temporary',
		isReset: element.getAttribute('cancel') === 'reset',
	};
	for (const [attribute, name] of Object.entries(SCALES)) {
		const scale = Number(element.getAttribute(attribute));
		if (scale > 0 && scale < Infinity) rules[name] = scale;
	}
	return rules;
}

/** By how many quarters the picture is turned, clockwise: 0 to 3. */
export const readTurns = (element) => Math.round(element.getAttribute('rotation') / 90) & 3;

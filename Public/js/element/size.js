// The size of the element, in CSS px and in px of the screen.

const MOST_PIXELS = 16_777_216; // of a canvas on iOS
const MOST_DPR = 8; // that the server takes

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

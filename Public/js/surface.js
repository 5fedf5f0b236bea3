// The inside of the viewer element, and its size.

const MOST_PIXELS = 16_777_216; // of a canvas; iOS draws nothing on a larger one

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
        position: absolute; inset: auto 0 5rem; width: fit-content; max-width: 90%; margin: auto; padding: .5rem 1rem;
        border-radius: 1.5rem; font: .875rem/1.4 system-ui; color: #fff; background: #14213d;
    }
    button { margin-left: 1rem; font: inherit; cursor: pointer; }
    hr, p { position: absolute; inset: env(safe-area-inset-top) auto auto 0; margin: 0; pointer-events: none; }
    hr { border: solid #3f6fe8; border-width: 4px 0 0; }
    p { opacity: 0; }
`);

export function buildShadow(host) {
    const make = (name, properties) => Object.assign(document.createElement(name), properties);
    const canvas = make('canvas');
    const button = make('button', { type: 'button', textContent: 'Try again' });
    const note = make('div', { role: 'alert', hidden: true });
    const reason = make('span');
    note.append(reason, button);
    const bar = make('hr', { role: 'progressbar', ariaLabel: 'Preparing the image', hidden: true });
    const status = make('p', { role: 'status' });
    const root = host.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    root.append(canvas, bar, status, note);
    return { canvas, note, reason, button, bar, status };
}

export function showProgress({ bar, status }, { state, progress }) {
    const isBuilding = state === 'building';
    const words = { building: bar.ariaLabel, ready: 'The image is ready' };
    if (bar.hidden === isBuilding) status.textContent = words[state] ?? '';
    bar.hidden = !isBuilding;
    bar.ariaValueNow = Math.floor(100 * progress);
    bar.style.width = `${bar.ariaValueNow}%`;
}

/** Tells of layout, page zoom and another screen. */
export function watchSize(element, signal, onSize) {
    const observer = new ResizeObserver((entries) => {
        const box = entries.at(-1);
        const { inlineSize: width, blockSize: height } = box.contentBoxSize[0];
        const dpr = Math.min(8, devicePixelRatio);
        // This box is exact, but knows nothing of an emulated screen.
        const device = box.devicePixelContentBoxSize?.[0];
        const isExact = Math.abs(device?.inlineSize - width * dpr) < 1 && Math.abs(device.blockSize - height * dpr) < 1;
        const [across, down] = isExact ? [device.inlineSize, device.blockSize] : [width * dpr, height * dpr];
        const share = Math.min(1, Math.sqrt(MOST_PIXELS / (across * down || 1)));
        onSize({ width, height, dpr, deviceWidth: Math.round(across * share), deviceHeight: Math.round(down * share) });
    });
    const observe = () => {
        observer.disconnect();
        try {
            observer.observe(element, { box: 'device-pixel-content-box' });
        } catch {
            observer.observe(element); // Safari knows no device px here.
        }
        matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', observe, { once: true, signal });
    };
    signal.addEventListener('abort', () => observer.disconnect());
    observe();
}

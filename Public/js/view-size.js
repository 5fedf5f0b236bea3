// The size of an element in CSS px and in device px, watched: layout, page zoom and a move to another screen all change it.

/** iOS draws nothing on a larger canvas. */
const MOST_PIXELS = 16_777_216;

/**
 * Calls `onSize({width, height, dpr, deviceWidth, deviceHeight})` now and after every change until the signal aborts; also with zero.
 * The device size is that of the canvas which covers the element px by px, or the largest there may be.
 */
export function watchSize(element, signal, onSize) {
    let box;
    const report = () => {
        const { inlineSize: width, blockSize: height } = box.contentBoxSize[0];
        const dpr = Math.min(8, devicePixelRatio);
        const device = box.devicePixelContentBoxSize?.[0] ?? { inlineSize: width * dpr, blockSize: height * dpr };
        const share = Math.min(1, Math.sqrt(MOST_PIXELS / (device.inlineSize * device.blockSize || 1)));
        onSize({
            width, height, dpr,
            deviceWidth: Math.round(device.inlineSize * share),
            deviceHeight: Math.round(device.blockSize * share),
        });
    };
    const observer = new ResizeObserver((entries) => {
        box = entries.at(-1);
        report();
    });
    try {
        observer.observe(element, { box: 'device-pixel-content-box' });
    } catch {
        observer.observe(element); // Safari knows no device px here.
    }
    signal.addEventListener('abort', () => observer.disconnect());

    const watchRatio = () => {
        matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener('change', () => {
            if (box) report();
            watchRatio();
        }, { once: true, signal });
    };
    watchRatio();
}

// The size of an element in CSS px and in device px, watched: layout, page zoom and a move to another screen all change it.

/** iOS draws nothing on a larger canvas. */
const MOST_PIXELS = 16_777_216;

/** Calls `onSize` with CSS px, dpr and the px of a canvas to cover the element, now and after every change; also with zero. */
export function watchSize(element, signal, onSize) {
    let box;
    const report = () => {
        const { inlineSize: width, blockSize: height } = box.contentBoxSize[0];
        const dpr = Math.min(8, devicePixelRatio);
        // The box of device px is exact where layout is not; but it knows nothing of an emulated screen.
        const device = box.devicePixelContentBoxSize?.[0];
        const isExact = device && Math.abs(device.inlineSize - width * dpr) < 1 && Math.abs(device.blockSize - height * dpr) < 1;
        const [across, down] = isExact ? [device.inlineSize, device.blockSize] : [width * dpr, height * dpr];
        const share = Math.min(1, Math.sqrt(MOST_PIXELS / (across * down || 1)));
        onSize({ width, height, dpr, deviceWidth: Math.round(across * share), deviceHeight: Math.round(down * share) });
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

// What both pages share.

export const parts = (ids) => ids.split(' ').map((id) => document.getElementById(id));
export const { format } = new Intl.NumberFormat('en');
export const formatSize = ({ width, height }) => `${format(width)} × ${format(height)}`;

/** An address may be typed by hand, and be no code at all. */
export function decode(text, otherwise) {
    try {
        return decodeURIComponent(text);
    } catch {
        return otherwise;
    }
}

export function tell(heading, text, canRetry) {
    const [notice] = parts('notice');
    const [title, detail, button] = notice.children;
    title.textContent = heading;
    detail.textContent = text;
    button.hidden = !canRetry;
    notice.hidden = false;
}

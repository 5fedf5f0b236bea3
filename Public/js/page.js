// What both pages share: finding their parts, saying numbers and failures.

export const parts = (ids) => ids.split(' ').map((id) => document.getElementById(id));
export const { format } = new Intl.NumberFormat('en');
export const formatSize = ({ width, height }) => `${format(width)} × ${format(height)}`;

/** Text from an address; `otherwise` where somebody has typed what cannot be decoded. */
export function decode(text, otherwise) {
    try {
        return decodeURIComponent(text);
    } catch {
        return otherwise;
    }
}

/** Shows the notice of the page, with or without its button. */
export function tell(heading, text, canRetry) {
    const [notice] = parts('notice');
    const [title, detail, button] = notice.children;
    title.textContent = heading;
    detail.textContent = text;
    button.hidden = !canRetry;
    notice.hidden = false;
}

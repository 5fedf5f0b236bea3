// What both pages share.

export const parts = Object.fromEntries([...document.querySelectorAll('[id]')].map((part) => [part.id, part]));
export const { format } = new Intl.NumberFormat('en');
export const formatSize = ({ width, height }) => `${format(width)} × ${format(height)}`;

/** An address may be typed by hand. */
export function decode(text, otherwise) {
  try {
    return decodeURIComponent(text);
  } catch {
    return otherwise;
  }
}

export function tell(heading, text, canRetry) {
  const [title, detail, button] = parts.notice.children;
  title.textContent = heading;
  detail.textContent = text;
  button.hidden = !canRetry;
  parts.notice.hidden = false;
}

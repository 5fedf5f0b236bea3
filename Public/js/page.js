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

/** The page has the words of each kind. */
export function tell(kind, reason) {
	const { children: [title, detail, button], dataset } = parts.notice;
	[title.textContent, detail.textContent = reason] = dataset[kind].split('|');
	button.hidden = !reason;
	parts.notice.hidden = false;
}

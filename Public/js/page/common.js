// What both pages share: their parts, words for numbers, and the notice that takes the place of what cannot be shown.

/** The elements of the page by their ids. */
export const parts = Object.fromEntries([...document.querySelectorAll('[id]')].map((part) => [part.id, part]));

/** Formats a number: 12,345. */
export const { format } = new Intl.NumberFormat('en');

/** Formats a size in px: 8,000 × 6,000. */
export const formatSize = ({ width, height }) => `${format(width)} × ${format(height)}`;

/** Decodes a part of an address, which may have been typed by hand: `otherwise` where it is not percent-encoded text. */
export function decode(text, otherwise) {
	try {
		return decodeURIComponent(text);
	} catch {
		return otherwise;
	}
}

/**
 * Shows the notice. Its words are in the page, as `data-KIND="title|detail"`.
 * @param {string} kind
 * @param {string} [reason] in place of the detail; with one, the button is shown that tries again
 */
export function showNotice(kind, reason) {
	const { children: [title, detail, button], dataset } = parts.notice;
	const [titleText, detailText] = dataset[kind].split('|');
	title.textContent = titleText;
	detail.textContent = reason ?? detailText;
	button.hidden = !reason;
	parts.notice.hidden = false;
}

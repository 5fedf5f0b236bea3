// The small map that shows which part of the image is seen, and moves there under the pointer.

import { parts } from './common.js';

const WHOLE = 0.999; // the share of both sides from which the whole image counts as seen

const { map } = parts;
const [thumbnail, frame] = map.children;

/**
 * Shows where the view is; hides the map while the whole image is seen.
 * @param {HTMLElement} viewer an azulejo-viewer with an image
 */
export function updateOverview({ image, region: { x, y, width, height } }) {
	map.hidden = width > WHOLE * image.width && height > WHOLE * image.height;
	if (map.hidden) return;
	if (!thumbnail.src) thumbnail.src = image.thumbnail;
	const insets = [y / image.height, 1 - (x + width) / image.width, 1 - (y + height) / image.height, x / image.width];
	frame.style.inset = insets.map((share) => `${100 * share}%`).join(' ');
}

/** Lets a pressed pointer move the view. */
export function listenToOverview(viewer) {
	const move = ({ buttons, offsetX, offsetY }) => {
		if (!buttons) return;
		const { image, region } = viewer;
		const x = offsetX / thumbnail.width * image.width - region.width / 2;
		const y = offsetY / thumbnail.height * image.height - region.height / 2;
		viewer.region = { ...region, x, y };
	};
	for (const type of ['pointerdown', 'pointermove']) map.addEventListener(type, move);
}

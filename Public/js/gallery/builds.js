// Asks how far the pyramids are that are being built, while somebody sees the page.

const SHORTEST_DELAY = 2000; // ms between two looks at the list
const LONGEST_DELAY = 30_000; // ms: each look without news doubles the delay up to this

/**
 * Keeps the cards up to date. The list is asked again page by page, as far as the pages hold builds or are in view.
 * @param {object[]} cards as `makeCard` returns them; more may be added
 * @param {function(string): Promise<{images: object[]}>} ask gets the page of the list that begins after a name
 * @returns {function()} to be called when cards have been added
 */
export function watchBuilds(cards, ask) {
	let timer;
	let delay = SHORTEST_DELAY;

	const schedule = () => {
		clearTimeout(timer);
		if (!document.hidden && cards.some((card) => card.isBuilding)) timer = setTimeout(look, delay);
	};
	const look = async () => {
		let hasNews = false;
		for (const page of new Set(cards.filter(matters).map((card) => card.page))) {
			const { images = [] } = await ask(page).catch(() => ({})); // the next look tries again
			for (const { id, pyramid } of images) {
				if (cards.find((card) => card.id === id)?.showPyramid(pyramid)) hasNews = true;
			}
		}
		delay = hasNews ? SHORTEST_DELAY : Math.min(2 * delay, LONGEST_DELAY);
		schedule();
	};
	const beginAnew = () => {
		delay = SHORTEST_DELAY;
	};

	document.addEventListener('visibilitychange', () => {
		beginAnew();
		if (document.hidden) clearTimeout(timer);
		else look();
	});
	return () => {
		beginAnew();
		schedule();
	};
}

/** True for a card whose pyramid is being built, or that is in view. */
function matters({ isBuilding, item }) {
	const { top, bottom } = item.getBoundingClientRect();
	return isBuilding || (bottom > 0 && top < innerHeight);
}

// What the attributes of the element say.

const SCALES = { 'min-scale': 'min', 'ideal-scale': 'ideal', 'max-scale': 'max', 'double-tap-scale': 'doubleTap' };

/** The attributes that the element observes. */
export const ATTRIBUTES = ['src', 'background', 'mode', 'cancel', 'gestures', 'rotation', 'session', ...Object.keys(SCALES)];

/**
 * The rules for gestures and the scales, for `makeScene`. An attribute that is missing or makes no sense leaves the default.
 * @param {Element} element
 * @returns {object} `{isCooperative, isTemporary, isReset, min, ideal, max, doubleTap}`
 */
export function readRules(element) {
	const rules = {
		isCooperative: element.getAttribute('gestures') === 'cooperative',
		isTemporary: element.getAttribute('mode') === 'temporary',
		isReset: element.getAttribute('cancel') === 'reset',
	};
	for (const [attribute, name] of Object.entries(SCALES)) {
		const scale = Number(element.getAttribute(attribute));
		if (scale > 0 && scale < Infinity) rules[name] = scale;
	}
	return rules;
}

/** By how many quarters the picture is turned, clockwise: 0 to 3. */
export const readTurns = (element) => Math.round(element.getAttribute('rotation') / 90) & 3;

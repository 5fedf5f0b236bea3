// The menu of the share button: the link to what is seen, the picture of it, and looking together.

import { makeName } from '../server/session.js';
import { sessionName, setRegion, setSession } from './navigation.js';
import { parts } from './common.js';

const COPIED_TIME = 2000; // ms that the page says so

const { viewer, menu, link, save, together, part, copied, spoken } = parts;
let role; // of the page in its session; see session.js

/** Connects the menu and the button of the role, and joins the session that the address names. */
export function beginSharing() {
	link.addEventListener('click', share);
	save.addEventListener('click', () => {
		save.href = viewer.snapshot;
	});
	together.addEventListener('click', () => {
		if (role) return look(null);
		look(makeName());
		share();
	});
	part.addEventListener('click', () => {
		if (role === 'detached') return viewer.join();
		look(null);
		viewer.focus(); // the button is hidden now
	});
	menu.addEventListener('click', () => menu.hidePopover());
	viewer.addEventListener('session', ({ detail }) => showRole(detail));
	const name = sessionName();
	if (name) look(name);
}

/** Looks together with others under a name, or alone. */
function look(name) {
	setSession(name);
	if (name) viewer.setAttribute('session', name);
	else viewer.removeAttribute('session');
}

function showRole(next) {
	role = next;
	const words = part.dataset[role];
	spoken.textContent = part.textContent = words;
	part.hidden = !role;
	together.textContent = together.dataset[!part.hidden];
}

/** Gives the link to the device's own menu, to the clipboard, or shows it to be copied by hand. */
async function share() {
	setRegion(viewer.region);
	const url = location.href;
	if (navigator.share) return navigator.share({ url }).catch(() => {}); // the user may cancel it
	const isCopied = await navigator.clipboard?.writeText(url).then(() => true, () => false);
	copied.hidden = !isCopied;
	if (!isCopied) prompt('The link to this view', url);
	setTimeout(() => {
		copied.hidden = true;
	}, COPIED_TIME);
}
